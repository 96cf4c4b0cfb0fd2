/// `Array`, its slices and relatives.
extension StandardLibrary {
  static func array() -> LibraryType {
    LibraryType(arrayHeader("Array", "ExpressibleByArrayLiteral"), arrayMembers())
  }

  static func contiguousArray() -> LibraryType {
    LibraryType(arrayHeader("ContiguousArray", "ExpressibleByArrayLiteral"), arrayMembers())
  }

  static func arraySlice() -> LibraryType {
    LibraryType(
      arrayHeader("ArraySlice", "ExpressibleByArrayLiteral"), arrayMembers { .native(ArrayPart($0[...])) })
  }

  private static func arrayHeader(_ name: String, _ further: String) -> String {
    """
    struct \(name)<Element>: RandomAccessCollection, MutableCollection, RangeReplaceableCollection, \(further),
      CustomStringConvertible
    {
      typealias Index = Int
      typealias SubSequence = ArraySlice<Element>
      typealias Indices = Range<Int>
      typealias Iterator = IndexingIterator<\(name)<Element>>
      typealias ArrayLiteralElement = Element
    }
    extension \(name): Equatable where Element: Equatable {}
    extension \(name): Hashable where Element: Hashable {}
    extension \(name): Encodable where Element: Encodable {}
    extension \(name): Decodable where Element: Decodable {}
    """
  }

  private static func arrayMembers(_ make: @escaping ([Value]) -> Value = { .array($0) }) -> [LibraryEntry] {
    [
      nullary("init()") { make([]) },
      unary("init<S: Sequence>(_ s: S) where S.Element == Element") { sequence throws(Abort) in
        make(try Elements.list(sequence))
      },
      binary("init(repeating repeatedValue: Element, count: Int)") { value, count throws(Abort) in
        guard count.integer >= 0 else { throw .trap("Can't construct Array with count < 0") }
        try ValueSize.check(count.integer)
        return make(Array(repeating: value, count: count.integer))
      },
      unary("init(arrayLiteral elements: Element...)") { make($0.items) },
      property("subscript(index: Int) -> Element { get set }") { operands throws(Abort) in
        try Positions.element(operands[1], in: operands[0])
      } set: { value, operands, element throws(Abort) in
        let index = try Positions.ordinal(operands[0], in: value)
        try withItems(&value) { items throws(Abort) in
          guard items.indices.contains(index) else { throw .indexOutOfRange }
          items[index] = element
        }
      },
      property("subscript<R: RangeExpression>(bounds: R) -> ArraySlice<Element> where R.Bound == Int { get set }") {
        operands throws(Abort) in
        try Positions.slice(operands[0], try Positions.range(operands[1], in: operands[0]))
      } set: { value, operands, elements throws(Abort) in
        try Growing.replace(operands[0], with: elements.items, in: &value)
      },
      contextual("var indices: Range<Int> { get }") { call throws(Abort) in
        try call.record(try Positions.index(0, in: call[0]), try Positions.end(call[0]))
      },
      unary("var capacity: Int { get }") { .int($0.items.count) },
      contextual("var description: String { get }") { call throws(Abort) in
        .string(try call.describe(call[0], as: call.type("Self")))
      },
    ]
  }

  /// Sequences that are lists inside: what a program sees of them is their element type.
  static func listSequences() -> [String: @Sendable () -> LibraryType] {
    [
      "Repeated": {
        LibraryType("struct Repeated<Element>: RandomAccessCollection { typealias Index = Int }")
      },
      "EnumeratedSequence": {
        LibraryType(
          """
          struct EnumeratedSequence<Base: Sequence>: Sequence { typealias Element = (offset: Int, element: Base.Element) }
          """)
      },
      "Zip2Sequence": {
        LibraryType(
          """
          struct Zip2Sequence<Sequence1: Sequence, Sequence2: Sequence>: Sequence {
            typealias Element = (Sequence1.Element, Sequence2.Element)
          }
          """)
      },
      "FlattenSequence": {
        LibraryType(
          """
          struct FlattenSequence<Base: Sequence>: Collection where Base.Element: Sequence {
            typealias Element = Base.Element.Element
            typealias Index = Int
          }
          """)
      },
      "JoinedSequence": {
        LibraryType(
          """
          struct JoinedSequence<Base: Sequence>: Sequence where Base.Element: Sequence {
            typealias Element = Base.Element.Element
          }
          """)
      },
      "StrideTo": { LibraryType("struct StrideTo<Element: Strideable>: Sequence {}") },
      "StrideThrough": { LibraryType("struct StrideThrough<Element: Strideable>: Sequence {}") },
      "UnfoldSequence": {
        LibraryType("struct UnfoldSequence<Element, State>: Sequence, IteratorProtocol {}", [nextElement])
      },
      "AnyCollection": { anyCollection("AnyCollection", "Collection") },
      "AnyBidirectionalCollection": { anyCollection("AnyBidirectionalCollection", "BidirectionalCollection") },
      "AnyRandomAccessCollection": { anyCollection("AnyRandomAccessCollection", "RandomAccessCollection") },
      "AnyIndex": { LibraryType("struct AnyIndex: Comparable {}") },
      "AnySequence": {
        LibraryType(
          "struct AnySequence<Element>: Sequence {}",
          [
            unary("init<S: Sequence>(_ base: S) where S.Element == Element") { $0 },
            contextual(
              "init<I: IteratorProtocol>(_ makeUnderlyingIterator: @escaping () -> I) where I.Element == Element"
            ) { call in
              let function = call[0].closure
              return .native(
                MadeSequence(type: call.result) {
                  var source: (any ElementSource)?
                  return FunctionSource { () throws(Abort) in
                    let known: any ElementSource
                    if let source {
                      known = source
                    } else {
                      known = Elements.iterator(try function.call())
                      source = known
                    }
                    return try known.next()
                  }
                })
            },
          ])
      },
      "CollectionOfOne": {
        LibraryType(
          "struct CollectionOfOne<Element>: RandomAccessCollection, MutableCollection { typealias Index = Int }",
          [unary("init(_ element: Element)") { .array([$0]) }])
      },
      "EmptyCollection": {
        LibraryType(
          "struct EmptyCollection<Element>: RandomAccessCollection, MutableCollection, Equatable { typealias Index = Int }",
          [nullary("init()") { .array([]) }])
      },
      "IndexingIterator": {
        LibraryType(
          """
          struct IndexingIterator<Elements: Collection>: IteratorProtocol, Sequence {
            typealias Element = Elements.Element
            typealias Iterator = IndexingIterator<Elements>
          }
          """,
          [
            contextual("init(_elements: Elements)") { call in
              .native(IteratorObject(Elements.iterator(call[0]), type: call.result))
            },
            nextElement,
          ])
      },
      "ReversedCollection": {
        LibraryType(
          """
          struct ReversedCollection<Base: BidirectionalCollection>: BidirectionalCollection {
            typealias Element = Base.Element
          }
          extension ReversedCollection: RandomAccessCollection where Base: RandomAccessCollection {}
          """,
          [
            contextual("func reversed() -> Base") { call throws(Abort) in
              let elements = Array(call[0].items.reversed())
              switch call.result.libraryName {
              case "String", "Substring": return .string(elements.map(\.text).joined())
              case "Range", "ClosedRange":
                guard let nominal = call.result.nominal, let first = elements.first, let last = elements.last else {
                  break
                }
                return .record(Record(nominal, [first, nominal.name == "Range" ? .int(last.integer + 1) : last]))
              default: break
              }
              return .array(elements)
            }
          ])
      },
      "ReversedCollection.Index": { LibraryType("struct Index: Comparable {}") },
    ]
  }

  private static func anyCollection(_ name: String, _ proto: String) -> LibraryType {
    LibraryType(
      """
      struct \(name)<Element>: \(proto) {
        typealias Index = AnyIndex
        typealias SubSequence = \(name)<Element>
        typealias Iterator = AnyIterator<Element>
      }
      """,
      [
        unary("init<C: \(proto)>(_ base: C) where C.Element == Element") { base throws(Abort) in
          .array(try Elements.list(base))
        }
      ])
  }

  private static var nextElement: LibraryEntry {
    unary("func next() -> Element?") { iterator throws(Abort) in
      try Elements.iterator(iterator).next()?.some ?? .null
    }
  }

  static func iteratorProtocol() -> LibraryType {
    LibraryType("protocol IteratorProtocol<Element> { associatedtype Element; mutating func next() -> Element? }")
  }

  static func anyIterator() -> LibraryType {
    LibraryType(
      "struct AnyIterator<Element>: IteratorProtocol, Sequence {}",
      [
        contextual("init(_ body: @escaping () -> Element?)") { call in
          let function = call[0].closure
          return .native(
            IteratorObject(
              FunctionSource { () throws(Abort) in try function.call().unwrapped }, type: call.result))
        },
        contextual("init<I: IteratorProtocol>(_ base: I) where I.Element == Element") { call in
          .native(IteratorObject(Elements.iterator(call[0]), type: call.result))
        },
        nextElement,
      ])
  }
}
