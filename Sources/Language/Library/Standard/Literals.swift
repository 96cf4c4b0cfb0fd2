/// The protocols by which types can be written as literals, sets of options, and other small ones.
extension StandardLibrary {
  static let markers: [String: String] = [
    "ExpressibleByIntegerLiteral": "ExpressibleByIntegerLiteral { associatedtype IntegerLiteralType = Int }",
    "ExpressibleByFloatLiteral": "ExpressibleByFloatLiteral { associatedtype FloatLiteralType = Double }",
    "ExpressibleByBooleanLiteral": "ExpressibleByBooleanLiteral { associatedtype BooleanLiteralType = Bool }",
    "ExpressibleByNilLiteral": "ExpressibleByNilLiteral {}",
    "ExpressibleByUnicodeScalarLiteral": "ExpressibleByUnicodeScalarLiteral {}",
    "ExpressibleByExtendedGraphemeClusterLiteral":
      "ExpressibleByExtendedGraphemeClusterLiteral: ExpressibleByUnicodeScalarLiteral {}",
    "ExpressibleByStringLiteral":
      "ExpressibleByStringLiteral: ExpressibleByExtendedGraphemeClusterLiteral { associatedtype StringLiteralType = String }",
    "ExpressibleByStringInterpolation": "ExpressibleByStringInterpolation: ExpressibleByStringLiteral {}",
    "ExpressibleByArrayLiteral": "ExpressibleByArrayLiteral { associatedtype ArrayLiteralElement }",
    "ExpressibleByDictionaryLiteral": "ExpressibleByDictionaryLiteral { associatedtype Key; associatedtype Value }",
    "Sendable": "Sendable {}",
    "_ElseNever": "_ElseNever {}",
    "_ElseVoid": "_ElseVoid {}",
    "Copyable": "Copyable {}",
    "SignedInteger": "SignedInteger: BinaryInteger, SignedNumeric {}",
    "UnsignedInteger": "UnsignedInteger: BinaryInteger {}",
    "CVarArg": "CVarArg {}",
    "TextOutputStream": "TextOutputStream { mutating func write(_ string: String) }",
    "TextOutputStreamable": "TextOutputStreamable {}",
  ]

  /// `T(integerLiteral: 1)` where only the protocol is known of `T`.
  static func literalInitialisers(_ name: String) -> [LibraryEntry] {
    let kinds = ["Integer": "integer", "Float": "float", "Boolean": "boolean", "String": "string"]
    guard let kind = kinds.first(where: { name == "ExpressibleBy\($0.key)Literal" }) else { return [] }
    return [
      contextual("init(\(kind.value)Literal value: \(kind.key)LiteralType)") { call throws(Abort) in
        let machine = call.machine
        return try machine.literal(
          call[0], kind.value + "Literal", as: call.type("Self"), machine.program.environment)
      }
    ]
  }

  static func fixedWidthInteger() -> LibraryType {
    LibraryType(
      "protocol FixedWidthInteger: BinaryInteger {}",
      [
        contextual("static var min: Self { get }") { call in
          let kind = IntegerKind.of(call.type("Self")) ?? .int
          return kind.value(truncating: kind.least)
        },
        contextual("static var max: Self { get }") { call in
          let kind = IntegerKind.of(call.type("Self")) ?? .int
          return kind.value(truncating: kind.greatest)
        },
        contextual("static var bitWidth: Int { get }") { call in .int((IntegerKind.of(call.type("Self")) ?? .int).bits)
        },
      ])
  }

  /// A set of options is the integer of its bits. Those of the library are bare; a program's are structs of one field.
  static func optionSet() -> LibraryType {
    func combined(_ name: String, _ operation: @escaping (Int, Int) -> Int) -> LibraryEntry {
      binary("func \(name)(_ other: Self) -> Self") { own, other in
        own.withOptionBits(operation(own.optionBits, other.optionBits))
      }
    }
    func changed(_ signature: String, _ operation: @escaping (Int, Int) -> Int) -> LibraryEntry {
      mutating(signature) { value, operands in
        value = value.withOptionBits(operation(value.optionBits, operands[0].optionBits))
        return .void
      }
    }
    return LibraryType(
      """
      protocol OptionSet: RawRepresentable, SetAlgebra, ExpressibleByArrayLiteral {
        associatedtype ArrayLiteralElement = Self
        associatedtype Element = Self
      }
      """,
      [
        binary("func contains(_ member: Self) -> Bool") { .bool($0.optionBits & $1.optionBits == $1.optionBits) },
        unary("var isEmpty: Bool { get }") { .bool($0.optionBits == 0) },
        combined("union") { $0 | $1 }, combined("intersection") { $0 & $1 }, combined("subtracting") { $0 & ~$1 },
        combined("symmetricDifference") { $0 ^ $1 },
        mutating(
          "@discardableResult mutating func insert(_ newMember: Self) -> (inserted: Bool, memberAfterInsert: Self)"
        ) { value, operands in
          let (own, new) = (value.optionBits, operands[0].optionBits)
          let isNew = own & new != new
          if isNew { value = value.withOptionBits(own | new) }
          let member = isNew ? operands[0] : value.withOptionBits(own & new)
          return .pair(.bool(isNew), member, ["inserted", "memberAfterInsert"])
        },
        mutating("@discardableResult mutating func remove(_ member: Self) -> Self?") { value, operands in
          let (own, old) = (value.optionBits, operands[0].optionBits)
          value = value.withOptionBits(own & ~old)
          return own & old == 0 ? .null : value.withOptionBits(own & old)
        },
        changed("mutating func formUnion(_ other: Self)") { $0 | $1 },
        changed("mutating func formIntersection(_ other: Self)") { $0 & $1 },
        changed("mutating func formSymmetricDifference(_ other: Self)") { $0 ^ $1 },
        mutating("@discardableResult mutating func update(with newMember: Self) -> Self?") { value, operands in
          let (own, new) = (value.optionBits, operands[0].optionBits)
          value = value.withOptionBits(own | new)
          return own & new == 0 ? .null : value.withOptionBits(own & new)
        },
        changed("mutating func subtract(_ other: Self)") { $0 & ~$1 },
        binary("func isSubset(of other: Self) -> Bool") { .bool($0.optionBits & ~$1.optionBits == 0) },
        binary("func isSuperset(of other: Self) -> Bool") { .bool($1.optionBits & ~$0.optionBits == 0) },
        binary("func isStrictSubset(of other: Self) -> Bool") {
          .bool($0.optionBits & ~$1.optionBits == 0 && $0.optionBits != $1.optionBits)
        },
        binary("func isStrictSuperset(of other: Self) -> Bool") {
          .bool($1.optionBits & ~$0.optionBits == 0 && $0.optionBits != $1.optionBits)
        },
        binary("func isDisjoint(with other: Self) -> Bool") { .bool($0.optionBits & $1.optionBits == 0) },
        contextual("init(arrayLiteral elements: Self...)") { call throws(Abort) in
          try call.options(call[0].items.reduce(0) { $0 | $1.optionBits })
        },
        contextual("init()") { call throws(Abort) in try call.options(0) },
      ], .madeOfElements)
  }

  /// A set of options of the library.
  static func options(_ name: String, _ bits: [(String, Int)]) -> LibraryType {
    LibraryType(
      "struct \(name): OptionSet, Hashable, Sendable { typealias RawValue = UInt }",
      [
        nullary("init()") { .int(0) },
        unary("init(rawValue: UInt)") { $0 },
        unary("var rawValue: UInt { get }") { $0 },
        unary("init(arrayLiteral elements: Self...)") { .int($0.items.reduce(0) { $0 | $1.optionBits }) },
      ]
        + bits.map { member, bit in nullary("static var \(member): Self { get }") { .int(bit) } }, .values)
  }

  static func objectIdentifier() -> LibraryType {
    LibraryType(
      "struct ObjectIdentifier: Hashable, Comparable, CustomDebugStringConvertible, Sendable {}",
      [
        contextual("init(_ x: AnyObject)") { call in .native(IdentityObject(call[0], type: call.result)) },
        contextual("init(_ x: Any.Type)") { call in .native(IdentityObject(call[0], type: call.result)) },
        unary("var debugDescription: String { get }") { .string($0.object(IdentityObject.self)?.text ?? "") },
        unary("var hashValue: Int { get }") { .int($0.hashValue) },
      ])
  }

  static func utf8() -> LibraryType { LibraryType("enum UTF8 {}") }

  static func stringIndex() -> LibraryType {
    LibraryType(
      "struct Index: Comparable, Hashable, Sendable {}",
      [
        unary("init(encodedOffset offset: Int)") { $0 },
        unary("var encodedOffset: Int { get }") { $0 },
        binary("func utf16Offset<S: StringProtocol>(in s: S) -> Int") { index, text throws(Abort) in
          let text = text.text
          return .int(try TextIndex.end(index, in: text).utf16Offset(in: text))
        },
        binary("init<S: StringProtocol>(utf16Offset offset: Int, in s: S)") { offset, text throws(Abort) in
          let text = text.text
          guard (0...text.utf16.count).contains(offset.integer) else { throw .stringIndexOutOfBounds }
          return .int(TextIndex.offset(String.Index(utf16Offset: offset.integer, in: text), in: text))
        },
        binary("func samePosition(in characters: String) -> String.Index?") { index, text throws(Abort) in
          let text = text.text
          return TextIndex.offset(try TextIndex.end(index, in: text), in: text) == index.integer ? index : .null
        },
        binary("init?(_ sourcePosition: String.Index, within target: String)") { index, text throws(Abort) in
          let text = text.text
          return TextIndex.offset(try TextIndex.end(index, in: text), in: text) == index.integer ? index : .null
        },
      ])
  }
}

extension Value {
  var optionBits: Int {
    switch self {
    case .int(let bits): bits
    case .record(let record): record.fields.first?.optionBits ?? 0
    case .array(let elements): elements.reduce(0) { $0 | $1.optionBits }
    case .any(let box): box.value.optionBits
    default: 0
    }
  }

  fileprivate func withOptionBits(_ bits: Int) -> Value {
    guard case .record(let record) = unboxed else { return .int(bits) }
    return .record(Record(record.type, [.int(bits)] + record.fields.dropFirst()))
  }
}

extension NativeCall {
  /// A set of options of the call's result type.
  fileprivate func options(_ bits: Int) throws(Abort) -> Value {
    guard let nominal = result.nominal, nominal.isUserType else { return .int(bits) }
    return .record(Record(nominal, [.int(bits)]))
  }

  /// The record that a call gives as an optional.
  func optionalRecord(_ fields: Value...) throws(Abort) -> Value {
    guard let nominal = result.wrapped?.nominal else { throw .trap("library: \(result) is not an optional struct") }
    return .record(Record(nominal, fields))
  }
}
