/// `Data`, and the ways between bytes and text.
internal import Foundation

extension DataObject: SlicedObject {
  var elements: [Value] { content.map { .int(Int($0)) } }
  var start: Int { content.startIndex }
  var count: Int { content.count }
  func part(_ range: Range<Int>) -> NativeObject {
    DataObject(content[(start + range.lowerBound)..<(start + range.upperBound)], type: type)
  }
  func replaced(by elements: [Value]) -> NativeObject {
    var data = content
    data.replaceSubrange(data.indices, with: elements.map { UInt8(truncatingIfNeeded: $0.integer) })
    return DataObject(data, type: type)
  }
}

extension FoundationLibrary {
  static func data() -> LibraryType {
    LibraryType(
      """
      struct Data: RandomAccessCollection, MutableCollection, RangeReplaceableCollection, Hashable, CustomStringConvertible,
        Codable, Sendable
      {
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
        made("init(count: Int)") { call throws(Abort) in
          try ValueSize.check(call[0].integer)
          guard call[0].integer >= 0 else { throw .trap("Negative count not allowed") }
          return Data(count: call[0].integer)
        },
        made("init(capacity: Int)") { call throws(Abort) in
          guard call[0].integer >= 0 else { throw .trap("Can't construct Data with capacity < 0") }
          return Data()
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
        property("subscript(index: Int) -> UInt8 { get set }") { operands throws(Abort) in
          let (data, index) = (operands[0].data, operands[1].integer)
          guard data.indices.contains(index) else { throw .indexOutOfRange }
          return .int(Int(data[index]))
        } set: { value, operands, byte throws(Abort) in
          let index = operands[0].integer
          guard value.data.indices.contains(index) else { throw .indexOutOfRange }
          change(&value) { $0[index] = UInt8(truncatingIfNeeded: byte.integer) }
        },
        property("subscript<R: RangeExpression>(bounds: R) -> Data where R.Bound == Int { get set }") {
          operands throws(Abort) in
          try Positions.slice(operands[0], try Positions.range(operands[1], in: operands[0]))
        } set: { value, operands, bytes throws(Abort) in
          try Growing.replace(operands[0], with: try Elements.list(bytes), in: &value)
        },
        mutating("mutating func resetBytes<R: RangeExpression>(in range: R) where R.Bound == Int") {
          value, operands throws(Abort) in
          let range = try Positions.range(operands[0], in: value)
          change(&value) { data in
            data.resetBytes(in: (data.startIndex + range.lowerBound)..<(data.startIndex + range.upperBound))
          }
          return .void
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
      let added = if case .native(let other as DataObject) = operands[0] { other.content.count } else { 1 }
      try ValueSize.check(value.data.count + added)
      self.change(&value) { change(&$0, operands[0]) }
      return .void
    }
  }

  /// Changes bytes where they are, if nobody else has them.
  private static func change(_ value: inout Value, _ body: (inout Data) -> Void) {
    guard var object = value.object(DataObject.self) else { return }
    value = .void
    if !isKnownUniquelyReferenced(&object) { object = DataObject(object.content, type: object.type) }
    body(&object.content)
    value = .native(object)
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
