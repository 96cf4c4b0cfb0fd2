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

  static func error() -> LibraryType { LibraryType("protocol Error: Sendable {}") }

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
}
