/// `Bundle`, `NSDictionary` and `NSString`, as code uses them that reads its keys from a property list.
///
/// A program here has a bundle without resources, so the list is never there.
internal import Foundation

extension FoundationLibrary {
  static let bundleTypes: [String: @Sendable () -> LibraryType] = [
    "Bundle": { LibraryType("class Bundle {}", bundle()) },
    "NSDictionary": {
      LibraryType(
        "class NSDictionary {}",
        [
          contextual("init?(contentsOfFile path: String)") { _ in .null },
          contextual("init?(contentsOf url: URL)") { _ in .null },
          contextual("var count: Int { get }") { _ in .int(0) },
          contextual("subscript(key: Any) -> Any? { get }") { _ in .null },
          contextual("func object(forKey aKey: Any) -> Any?") { _ in .null },
          contextual("func value(forKey key: String) -> Any?") { _ in .null },
        ])
    },
    "NSString": {
      LibraryType("class NSString: Hashable, CustomStringConvertible, ExpressibleByStringLiteral, CVarArg {}", text())
    },
  ]

  private static func bundle() -> [LibraryEntry] {
    [
      contextual("static var main: Bundle { get }") { call in
        if let known = call.machine.singles["Bundle.main"] { return known }
        let made = Value.native(NativeObject(type: call.result))
        call.machine.singles["Bundle.main"] = made
        return made
      },
      contextual("init(for aClass: AnyClass)") { .native(NativeObject(type: $0.result)) },
      contextual("func path(forResource name: String?, ofType ext: String?) -> String?") { _ in .null },
      contextual("func url(forResource name: String?, withExtension ext: String?) -> URL?") { _ in .null },
      contextual("func object(forInfoDictionaryKey key: String) -> Any?") { _ in .null },
      contextual("var bundleIdentifier: String? { get }") { _ in .null },
      contextual("var infoDictionary: [String: Any]? { get }") { _ in .dictionary([:]) },
    ]
  }

  private static func text() -> [LibraryEntry] {
    let texts: [(String, (NSString) -> String)] = [
      ("pathExtension", \.pathExtension), ("lastPathComponent", \.lastPathComponent),
      ("deletingPathExtension", \.deletingPathExtension),
      ("deletingLastPathComponent", { ($0 as String).withoutLastPathComponent }), ("description", \.description),
    ]
    return texts.map { name, value in unary("var \(name): String { get }") { .string(value($0.foundationText)) } } + [
      contextual("init?(data: Data, encoding: UInt)") { call in
        let data = call[0].object(DataObject.self)?.content ?? Data()
        let text = String(data: data, encoding: String.Encoding(rawValue: UInt(bitPattern: call[1].integer)))
        return text.map { .native(ValueObject($0 as NSString, type: call.result.strippingOptionals.0)) } ?? .null
      },
      contextual("init(string: String)") { $0.made($0[0].text as NSString) },
      contextual("init(stringLiteral value: String)") { $0.made($0[0].text as NSString) },
      unary("var length: Int { get }") { .int($0.foundationText.length) },
      unary("var integerValue: Int { get }") { .int($0.foundationText.integerValue) },
      unary("var doubleValue: Double { get }") { .double($0.foundationText.doubleValue) },
      unary("var boolValue: Bool { get }") { .bool($0.foundationText.boolValue) },
      unary("var pathComponents: [String] { get }") { .array($0.foundationText.pathComponents.map { .string($0) }) },
      binary("func appendingPathComponent(_ str: String) -> String") {
        .string($0.foundationText.appendingPathComponent($1.text))
      },
      contextual("func substring(from: Int) -> String") { call throws(Abort) in
        let text = call[0].foundationText
        return .string(
          try call.part(NSRange(location: call[1].integer, length: max(0, text.length &- call[1].integer))))
      },
      contextual("func substring(to: Int) -> String") { call throws(Abort) in
        .string(try call.part(NSRange(location: 0, length: call[1].integer)))
      },
      contextual("func substring(with range: NSRange) -> String") { call throws(Abort) in
        .string(try call.part(call[1].unitRange ?? NSRange()))
      },
      contextual("func range(of searchString: String) -> NSRange") { call in
        let found = call[0].foundationText.range(of: call[1].text)
        return call.unitRange(found.location, found.length)
      },
      contextual("func character(at index: Int) -> UInt16") { call throws(Abort) in
        let text = call[0].foundationText
        guard (0..<text.length).contains(call[1].integer) else {
          throw call.fault("the text has no unit \(call[1].integer); it has \(text.length)")
        }
        return IntegerKind.all.first { $0.name == "UInt16" }?.value(
          truncating: Int128(text.character(at: call[1].integer))) ?? .int(0)
      },
      contextual("func replacingCharacters(in range: NSRange, with replacement: String) -> String") {
        call throws(Abort) in
        let range = call[1].unitRange ?? NSRange()
        _ = try call.part(range)
        return .string(call[0].foundationText.replacingCharacters(in: range, with: call[2].text))
      },
      binary("func appendingPathExtension(_ str: String) -> String?") { text, name in
        text.foundationText.appendingPathExtension(name.text).map { .string($0) } ?? .null
      },
    ]
  }
}

extension Value {
  fileprivate var foundationText: NSString { foundation() ?? "" }
}

extension NativeCall {
  /// The part of an `NSString` in a range of units, which has to be within it.
  fileprivate func part(_ range: NSRange) throws(Abort) -> String {
    let text = self[0].foundationText
    guard range.location >= 0, range.length >= 0, range.location <= text.length,
      range.length <= text.length - range.location
    else {
      throw fault(
        "the range {\(range.location), \(range.length)} is no part of the text, which has \(text.length) units")
    }
    return text.substring(with: range)
  }
}

extension String {
  /// As `NSString.deletingLastPathComponent`, which stops the process here for a path of one component.
  fileprivate var withoutLastPathComponent: String {
    let components = split(separator: "/")
    let isAbsolute = hasPrefix("/")
    return (isAbsolute ? "/" : "") + components.dropLast().joined(separator: "/")
  }
}
