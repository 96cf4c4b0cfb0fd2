/// The protocols of values: comparing, hashing, describing, identity, errors, raw values, coding.
///
/// What stands here is what a type gets if it does not bring its own: a program's `==`, `hash(into:)` or `description`
/// comes first. Associated types and pure requirements are in the headers.
extension StandardLibrary {
  static func equatable() -> LibraryType {
    LibraryType("protocol Equatable {}")
  }

  static func hashable() -> LibraryType {
    LibraryType(
      "protocol Hashable: Equatable {}",
      [
        unary("var hashValue: Int { get }") { .int($0.hashValue) },
        binary("func hash(into hasher: inout Hasher)") { value, hasher in
          hasher.hasher?.combine(value)
          return .void
        },
      ])
  }

  static func comparable() -> LibraryType {
    LibraryType("protocol Comparable: Equatable {}")
  }

  static func hasher() -> LibraryType {
    LibraryType(
      "struct Hasher {}",
      [
        contextual("init()") { _ in .native(HasherObject(Hasher())) },
        binary("mutating func combine<H: Hashable>(_ value: H)") { hasher, value in
          hasher.hasher?.combine(value)
          return .void
        },
        unary("func finalize() -> Int") { .int($0.hasher?.hasher.finalize() ?? 0) },
      ])
  }

  static func identifiable() -> LibraryType {
    LibraryType("protocol Identifiable<ID> { associatedtype ID: Hashable; var id: ID { get } }")
  }

  static func customStringConvertible() -> LibraryType {
    LibraryType("protocol CustomStringConvertible { var description: String { get } }")
  }

  static func customDebugStringConvertible() -> LibraryType {
    LibraryType("protocol CustomDebugStringConvertible { var debugDescription: String { get } }")
  }

  static func losslessStringConvertible() -> LibraryType {
    LibraryType(
      "protocol LosslessStringConvertible: CustomStringConvertible { init?(_ description: String) }")
  }

  static func error() -> LibraryType {
    LibraryType(
      "protocol Error: Sendable {}",
      [
        contextual("var localizedDescription: String { get }") { call throws(Abort) in
          if case .native(let object as any LocalizedObject) = call[0].unboxed {
            return .string(object.localizedDescription)
          }
          if case .payload(let payload) = call[0].unboxed, payload.isCodingError {
            return .string(payload.codingErrorText)
          }
          if let text = try call.property("errorDescription", of: call[0])?.unwrapped { return text }
          return .string(
            "The operation could not be completed. (\(try call.errorName(call[0])) error \(call[0].errorCode).)")
        }
      ])
  }

  static func localizedError() -> LibraryType {
    LibraryType(
      """
      protocol LocalizedError: Error {
        var errorDescription: String? { get }
        var failureReason: String? { get }
        var recoverySuggestion: String? { get }
        var helpAnchor: String? { get }
      }
      """,
      ["errorDescription", "failureReason", "recoverySuggestion", "helpAnchor"].map { name in
        unary("var \(name): String? { get }") { _ in .null }
      })
  }

  static func rawRepresentable() -> LibraryType {
    LibraryType(
      "protocol RawRepresentable<RawValue> { associatedtype RawValue; var rawValue: RawValue { get } }")
  }

  static func caseIterable() -> LibraryType {
    LibraryType("protocol CaseIterable { associatedtype AllCases: Collection = [Self] }")
  }
}

extension Value {
  fileprivate var hasher: HasherObject? {
    if case .cell(let cell) = self { return cell.value.hasher }
    return object(HasherObject.self)
  }

  /// What Foundation takes for the code of an error that has none: the number of the case, one for a struct.
  fileprivate var errorCode: Int {
    switch unboxed {
    case .choice(let enumCase):
      // Cases with payload are counted first.
      let cases = enumCase.owner.cases
      let before = cases.prefix(enumCase.index).filter { $0.payload.isEmpty }.count
      return cases.filter { !$0.payload.isEmpty }.count + before
    case .payload(let payload):
      return payload.enumCase.owner.cases.prefix(payload.enumCase.index).filter { !$0.payload.isEmpty }.count
    default: return 1
    }
  }
}

extension NativeCall {
  fileprivate func errorName(_ error: Value) throws(Abort) -> String {
    switch error.unboxed {
    case .choice(let enumCase): "main." + enumCase.owner.qualifiedName
    case .payload(let payload): "main." + payload.enumCase.owner.qualifiedName
    case .record(let record): "main." + record.type.qualifiedName
    case .instance(let instance): "main." + instance.type.qualifiedName
    default: try describe(error, as: type("Self"))
    }
  }
}
