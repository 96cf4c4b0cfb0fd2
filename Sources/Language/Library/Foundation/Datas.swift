/// `Data`, and the ways between bytes and text.
internal import Foundation

extension DataObject: SlicedObject {
  var elements: [Value] { content.map { .int(Int($0)) } }
  var start: Int { content.startIndex }
  var count: Int { content.count }
  func part(_ range: Range<Int>) -> NativeObject {
    DataObject(content[(start + range.lowerBound)..<(start + range.upperBound)], type: type)
  }
}

extension FoundationLibrary {
  static func data() -> LibraryType {
    LibraryType(
      """
      struct Data: RandomAccessCollection, Hashable, CustomStringConvertible, Codable, Sendable {
        typealias Element = UInt8
        typealias Index = Int
        typealias SubSequence = Data
        typealias Indices = Range<Int>
        typealias Iterator = AnyIterator<UInt8>
      }
      """,
      [
        made("init()") { _ in Data() },
        made("init(_ elements: [UInt8])") { call in
          Data(call[0].items.map { UInt8(truncatingIfNeeded: $0.integer) })
        },
        made("init<S: Sequence>(_ elements: S) where S.Element == UInt8") { call throws(Abort) in
          Data(try Elements.list(call[0]).map { UInt8(truncatingIfNeeded: $0.integer) })
        },
        made("init(repeating repeatedValue: UInt8, count: Int)") { call throws(Abort) in
          try ValueSize.check(call[1].integer)
          guard call[1].integer >= 0 else { throw .trap("Can't construct Data with count < 0") }
          return Data(repeating: UInt8(truncatingIfNeeded: call[0].integer), count: call[1].integer)
        },
        made("init?(base64Encoded base64String: String, options: Data.Base64DecodingOptions = [])") { call in
          Data(base64Encoded: call[0].text, options: call[1].optionBits == 0 ? [] : .ignoreUnknownCharacters)
        },
        binary("func base64EncodedString(options: Data.Base64EncodingOptions = []) -> String") { value, _ in
          .string(value.data.base64EncodedString())
        },
        unary("var count: Int { get }") { .int($0.data.count) },
        unary("var isEmpty: Bool { get }") { .bool($0.data.isEmpty) },
        unary("var description: String { get }") { .string($0.data.description) },
        changed("mutating func append(_ other: Data)") { $0.append($1.data) },
        changed("mutating func append(_ byte: UInt8)") { $0.append(UInt8(truncatingIfNeeded: $1.integer)) },
        mutating("mutating func append<S: Sequence>(contentsOf elements: S) where S.Element == UInt8") {
          value, operands throws(Abort) in
          guard let object = value.object(DataObject.self) else { return .void }
          let bytes = try Elements.list(operands[0]).map { UInt8(truncatingIfNeeded: $0.integer) }
          try ValueSize.check(object.content.count + bytes.count)
          value = .native(DataObject(object.content + bytes, type: object.type))
          return .void
        },
        made("func subdata(in range: Range<Int>) -> Data") { call throws(Abort) in
          let data = call[0].data
          let (lower, upper) = (call[1].fields[0].integer, call[1].fields[1].integer)
          guard lower >= data.startIndex, upper <= data.endIndex else { throw .indexOutOfRange }
          return data.subdata(in: lower..<upper)
        },
        binary("subscript(index: Int) -> UInt8 { get }") { value, index throws(Abort) in
          let data = value.data
          guard data.indices.contains(index.integer) else { throw .indexOutOfRange }
          return .int(Int(data[index.integer]))
        },
      ])
  }

  private static func made(_ signature: String, _ make: @escaping (NativeCall) throws(Abort) -> Data?) -> LibraryEntry {
    contextual(signature) { call throws(Abort) in
      guard let data = try make(call) else { return .null }
      return .native(DataObject(data, type: call.result.wrapped ?? call.result))
    }
  }

  private static func changed(_ signature: String, _ change: @escaping (inout Data, Value) -> Void) -> LibraryEntry {
    mutating(signature) { value, operands throws(Abort) in
      guard let object = value.object(DataObject.self) else { return .void }
      var data = object.content
      change(&data, operands[0])
      try ValueSize.check(data.count)
      value = .native(DataObject(data, type: object.type))
      return .void
    }
  }

  static func base64EncodingOptions() -> LibraryType {
    StandardLibrary.options("Base64EncodingOptions", [("endLineWithLineFeed", 32)])
  }

  static func base64DecodingOptions() -> LibraryType {
    StandardLibrary.options("Base64DecodingOptions", [("ignoreUnknownCharacters", 1)])
  }

  static func stringEncoding() -> LibraryType {
    LibraryType(
      "struct Encoding: Hashable, Sendable {}",
      [("utf8", 4), ("ascii", 1), ("utf16", 10), ("unicode", 10), ("isoLatin1", 5)].map { name, code in
        nullary("static var \(name): String.Encoding { get }") { .int(code) }
      } + [unary("var rawValue: UInt { get }") { $0 }])
  }

  /// What Foundation adds to texts.
  static func textMembers() -> [LibraryEntry] {
    [
      made("func data(using encoding: String.Encoding, allowLossyConversion: Bool = false) -> Data?") { call in
        call[0].text.data(using: String.Encoding(rawValue: UInt(call[1].integer)), allowLossyConversion: call[2].flag)
      }
    ]
  }

  static func textInitialisers() -> [LibraryEntry] {
    [
      binary("init?(data: Data, encoding: String.Encoding)") { value, encoding in
        String(data: value.data, encoding: String.Encoding(rawValue: UInt(bitPattern: encoding.integer))).map {
          .string($0)
        }
          ?? .null
      },
      binary("init?<S: Sequence>(bytes: S, encoding: String.Encoding) where S.Element == UInt8") {
        bytes, encoding throws(Abort) in
        let data = Data(try Elements.list(bytes).map { UInt8(truncatingIfNeeded: $0.integer) })
        return String(data: data, encoding: String.Encoding(rawValue: UInt(bitPattern: encoding.integer))).map {
          .string($0)
        }
          ?? .null
      },
    ]
  }
}

extension Value {
  var data: Data { object(DataObject.self)?.content ?? Data() }
}
