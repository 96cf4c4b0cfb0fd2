/// JSON as lists and dictionaries of anything: `JSONSerialization`, and `NSNull`, which stands in them for nothing.
internal import Foundation

extension FoundationLibrary {
  static let serializationTypes: [String: @Sendable () -> LibraryType] = [
    "JSONSerialization": { LibraryType("class JSONSerialization {}", serialization()) },
    "JSONSerialization.WritingOptions": {
      StandardLibrary.options(
        "WritingOptions",
        [("prettyPrinted", 1), ("sortedKeys", 2), ("fragmentsAllowed", 4), ("withoutEscapingSlashes", 8)])
    },
    "JSONSerialization.ReadingOptions": {
      StandardLibrary.options(
        "ReadingOptions",
        [("mutableContainers", 1), ("mutableLeaves", 2), ("fragmentsAllowed", 4), ("allowFragments", 4)])
    },
    "NSNull": {
      LibraryType(
        "class NSNull: Hashable, CustomStringConvertible {}",
        [
          contextual("init()") { $0.made(NSNull()) },
          unary("var description: String { get }") { _ in .string("<null>") },
        ])
    },
  ]

  private static func serialization() -> [LibraryEntry] {
    [
      contextual(
        "static func data(withJSONObject obj: Any, options opt: JSONSerialization.WritingOptions = []) throws -> Data"
      ) { call throws(Abort) in
        let object = try plain(call[0])
        let options = JSONSerialization.WritingOptions(rawValue: UInt(call[1].optionBits))
        let isCollection = object is [Any] || object is [String: Any]
        if !isCollection, !options.contains(.fragmentsAllowed) {
          throw .trap("Top-level object was not NSArray or NSDictionary")
        }
        let data = try trying(call) { try JSONSerialization.data(withJSONObject: object, options: options) }
        try call.machine.spend(data.count / 16)
        return .native(DataObject(data, type: call.result))
      },
      contextual(
        "static func jsonObject(with data: Data, options opt: JSONSerialization.ReadingOptions = []) throws -> Any"
      ) { call throws(Abort) in
        let data = call[0].object(DataObject.self)?.content ?? Data()
        try call.machine.spend(data.count / 16)
        let options = JSONSerialization.ReadingOptions(rawValue: UInt(call[1].optionBits))
        let object = try trying(call) { try JSONSerialization.jsonObject(with: data, options: options) }
        return value(object, call.machine.library)
      },
      contextual("static func isValidJSONObject(_ obj: Any) -> Bool") { call throws(Abort) in
        .bool(JSONSerialization.isValidJSONObject(try plain(call[0])))
      },
    ]
  }

  /// What Foundation throws here is an `NSError`.
  private static func trying<T>(_ call: NativeCall, _ body: () throws -> T) throws(Abort) -> T {
    do { return try body() } catch let abort as Abort { throw abort } catch {
      let error = error as NSError
      var userInfo: [Value: Value] = [:]
      if let text = error.userInfo["NSDebugDescription"] as? String {
        userInfo[.string("NSDebugDescription")] = .string(text)
      }
      // The text of the compiled program's Foundation.
      let reason = "The data is not in the correct format."
      let object = PlatformErrorObject(
        error.domain, error.code, userInfo, text: "The operation could not be completed. " + reason, reason: reason,
        type: call.machine.library.combineType("NSError"))
      throw .thrown(.native(object), at: call.location)
    }
  }

  /// A value as Foundation has it; what cannot be written as JSON is an object that it refuses.
  private static func plain(_ value: Value) throws(Abort) -> Any {
    guard StackGuard.hasRoom else { throw .trap("this is nested too deeply to be written as JSON") }
    switch value.unboxed {
    case .bool(let flag): return NSNumber(value: flag)
    case .int(let number): return NSNumber(value: number)
    case .word(let number): return NSNumber(value: number)
    case .double(let number): return NSNumber(value: number)
    case .float(let number): return NSNumber(value: number)
    case .string(let text): return text
    case .null: return Optional<Any>.none as Any
    case .array(let list):
      var result: [Any] = []
      for item in list { result.append(try plain(item)) }
      return result
    case .dictionary(let items):
      var result: [String: Any] = [:]
      for (key, item) in items {
        guard case .string(let name) = key.unboxed else { return NSObject() }
        result[name] = try plain(item)
      }
      return result
    case .native(let object as DecimalObject): return NSDecimalNumber(decimal: object.content)
    case .native(let object as ValueObject<NSNumber>): return object.content
    case .native(let object as ValueObject<NSString>): return object.content as String
    case .native(let object as ValueObject<NSNull>): return object.content
    default: return NSObject()
    }
  }

  /// What Foundation has read, as an `Any`.
  private static func value(_ object: Any, _ library: Library) -> Value {
    switch object {
    case let text as String: return .string(text)
    case let list as [Any]:
      return .any(Existential(.array(list.map { value($0, library) }), library.array(.any)))
    case let items as [String: Any]:
      var result: [Value: Value] = [:]
      for (key, item) in items { result[.string(key)] = value(item, library) }
      return .any(Existential(.dictionary(result), library.dictionary(library.string, .any)))
    case let number as NSNumber: return .native(ValueObject(number, type: library.combineType("NSNumber")))
    default: return .native(ValueObject(NSNull(), type: library.combineType("NSNull")))
    }
  }
}

extension Value {
  /// What a number of Foundation's is as one of Swift's, if it is just that: `json["age"] as? Int`.
  func number(as type: Type) -> Value? {
    guard let number: NSNumber = foundation() else { return nil }
    switch type.libraryName {
    case "Bool": return (number as? Bool).map { .bool($0) }
    case "Double": return (number as? Double).map { .double($0) }
    case "Float": return (number as? Float).map { .float($0) }
    default:
      guard let kind = IntegerKind.of(type) else { return nil }
      if let whole = number as? Int { return kind.contains(Int128(whole)) ? .int(whole) : nil }
      return (number as? UInt).flatMap { kind.contains(Int128($0)) ? .unsigned($0) : nil }
    }
  }
}
