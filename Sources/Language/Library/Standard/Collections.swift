/// `Collection` and its refinements: indices, first and last, parts, splitting.
extension StandardLibrary {
  static func collection() -> LibraryType {
    LibraryType(
      """
      protocol Collection<Element>: Sequence {
        associatedtype Iterator = IndexingIterator<Self>
        associatedtype Index: Comparable
        typealias IndexDistance = Int
        associatedtype SubSequence: Collection = Slice<Self>
          where SubSequence.Element == Element, SubSequence.Index == Index
        associatedtype Indices: Collection = DefaultIndices<Self>
          where Indices.Element == Index, Indices.Index == Index
      }
      """,
      size() + indices() + firsts() + collectionParts() + splitting())
  }

  static func bidirectionalCollection() -> LibraryType {
    LibraryType(
      """
      protocol BidirectionalCollection<Element>: Collection {
        associatedtype SubSequence: BidirectionalCollection
        associatedtype Indices: BidirectionalCollection
      }
      """,
      [
        unary("var last: Element? { get }") { collection throws(Abort) in try last(collection) },
        unary("func reversed() -> ReversedCollection<Self>") { collection throws(Abort) in
          .array(try Elements.list(collection).reversed())
        },
        binary("func index(before i: Index) -> Index") { collection, index throws(Abort) in
          try Positions.moved(index, by: -1, in: collection)
        },
        mutating("func formIndex(before i: inout Index)") { index, operands throws(Abort) in
          index = try Positions.moved(index, by: -1, in: operands[0])
          return .void
        },
        contextual("func lastIndex(of element: Element) -> Index? where Element: Equatable") { call throws(Abort) in
          try lastIndex(call[0]) { element throws(Abort) in try call.areEqual(element, call[1]) }
        },
        binary("func lastIndex(where predicate: (Element) throws -> Bool) rethrows -> Index?") {
          collection, test throws(Abort) in
          let function = test.closure
          return try lastIndex(collection) { element throws(Abort) in try function.call(element).flag }
        },
        binary("func last(where predicate: (Element) throws -> Bool) rethrows -> Element?") {
          collection, test throws(Abort) in
          let function = test.closure
          for element in try Elements.list(collection).reversed() where try function.call(element).flag {
            return element.some
          }
          return .null
        },
      ])
  }

  static func slice() -> LibraryType {
    LibraryType(
      """
      struct Slice<Base: Collection>: Collection {
        typealias Element = Base.Element
        typealias Index = Base.Index
        typealias SubSequence = Slice<Base>
        typealias Indices = DefaultIndices<Base>
        typealias Iterator = AnyIterator<Base.Element>
      }
      extension Slice: BidirectionalCollection where Base: BidirectionalCollection {}
      extension Slice: RandomAccessCollection where Base: RandomAccessCollection {}
      """)
  }

  static func defaultIndices() -> LibraryType {
    LibraryType(
      """
      struct DefaultIndices<Elements: Collection>: Collection {
        typealias Element = Elements.Index
        typealias Index = Elements.Index
        typealias SubSequence = DefaultIndices<Elements>
        typealias Indices = DefaultIndices<Elements>
        typealias Iterator = AnyIterator<Elements.Index>
      }
      extension DefaultIndices: BidirectionalCollection where Elements: BidirectionalCollection {}
      extension DefaultIndices: RandomAccessCollection where Elements: RandomAccessCollection {}
      """)
  }

  static func randomAccessCollection() -> LibraryType {
    LibraryType("protocol RandomAccessCollection<Element>: BidirectionalCollection {}")
  }

  private static func last(_ collection: Value) throws(Abort) -> Value {
    switch collection {
    case .array(let elements): return elements.last?.some ?? .null
    case .string(let text): return text.last.map { .character($0) } ?? .null
    case .native(let part as ArrayPart): return part.slice.last?.some ?? .null
    case .native(let part as TextPart): return part.content.last.map { .character($0) } ?? .null
    case .record(let record) where !record.type.isUserType:
      guard let (start, end) = Elements.bounds(record), let end else { return .null }
      if Elements.holdsLastInteger(record) { return .int(.max) }
      return start < end ? .int(end - 1) : .null
    default: return try Elements.list(collection).last?.some ?? .null
    }
  }

  private static func lastIndex(_ collection: Value, _ test: (Value) throws(Abort) -> Bool) throws(Abort) -> Value {
    let elements = try Elements.list(collection)
    for index in elements.indices.reversed() where try test(elements[index]) {
      return try Positions.index(index, in: collection)
    }
    return .null
  }

  private static func size() -> [LibraryEntry] {
    [
      unary("var count: Int { get }") { collection throws(Abort) in .int(try Elements.count(collection)) },
      unary("var isEmpty: Bool { get }") { collection throws(Abort) in .bool(try Elements.isEmpty(collection)) },
    ]
  }

  private static func indices() -> [LibraryEntry] {
    [
      unary("var startIndex: Index { get }") { collection throws(Abort) in try Positions.index(0, in: collection) },
      unary("var endIndex: Index { get }") { collection throws(Abort) in try Positions.end(collection) },
      contextual("var indices: Indices { get }") { call throws(Abort) in
        let collection = call[0].unboxed
        if let own = OwnCollection(collection) { return try own.indices }
        if let (text, start) = collection.textAndStart {
          let indices = text.indices.map { Value.int(start + TextIndex.offset($0, in: text)) }
          return .native(IndexedPart(indices, at: indices, end: try Positions.end(collection)))
        }
        switch collection {
        // The indices of a range are its elements.
        case .record(let record) where Elements.bounds(record) != nil: return collection
        case .native(let part as IndexedPart):
          return .native(IndexedPart(part.indices, at: part.indices, end: part.end))
        case .native(let units as TextUnits):
          return .native(IndexedPart(units.indices, at: units.indices, end: units.end))
        default: return call.machine.range(try Positions.index(0, in: collection), try Positions.end(collection))
        }
      },
      binary("func index(after i: Index) -> Index") { collection, index throws(Abort) in
        try Positions.moved(index, by: 1, in: collection)
      },
      ternary("func index(_ i: Index, offsetBy distance: Int) -> Index") { collection, index, distance throws(Abort) in
        try Positions.moved(index, by: distance.integer, in: collection)
      },
      list("func index(_ i: Index, offsetBy distance: Int, limitedBy limit: Index) -> Index?") {
        operands throws(Abort) in
        try Positions.moved(operands[1], by: operands[2].integer, limit: operands[3], in: operands[0]) ?? .null
      },
      mutating("func formIndex(after i: inout Index)") { index, operands throws(Abort) in
        index = try Positions.moved(index, by: 1, in: operands[0])
        return .void
      },
      mutating("func formIndex(_ i: inout Index, offsetBy distance: Int)") { index, operands throws(Abort) in
        index = try Positions.moved(index, by: operands[1].integer, in: operands[0])
        return .void
      },
      ternary("func distance(from start: Index, to end: Index) -> Int") { collection, start, end throws(Abort) in
        let (start, end) = (try Positions.ordinal(start, in: collection), try Positions.ordinal(end, in: collection))
        return .int(try Positions.difference(end, start))
      },
      contextual("func firstIndex(of element: Element) -> Index? where Element: Equatable") { call throws(Abort) in
        try firstIndex(call[0]) { element throws(Abort) in try call.areEqual(element, call[1]) }
      },
      contextual("func index(of element: Element) -> Index? where Element: Equatable") { call throws(Abort) in
        try firstIndex(call[0]) { element throws(Abort) in try call.areEqual(element, call[1]) }
      },
      binary("func firstIndex(where predicate: (Element) throws -> Bool) rethrows -> Index?") {
        collection, test throws(Abort) in
        let function = test.closure
        return try firstIndex(collection) { element throws(Abort) in try function.call(element).flag }
      },
      binary("func index(where predicate: (Element) throws -> Bool) rethrows -> Index?") {
        collection, test throws(Abort) in
        let function = test.closure
        return try firstIndex(collection) { element throws(Abort) in try function.call(element).flag }
      },
      binary("subscript(position: Index) -> Element { get }") { collection, index throws(Abort) in
        try Positions.element(index, in: collection)
      },
      binary("subscript<R: RangeExpression>(r: R) -> SubSequence where R.Bound == Index { get }") {
        collection, range throws(Abort) in
        try Positions.slice(collection, try Positions.range(range, in: collection))
      },
    ]
  }

  private static func firstIndex(_ collection: Value, _ test: (Value) throws(Abort) -> Bool) throws(Abort) -> Value {
    var index = 0
    var isFound = false
    try Elements.each(collection) { element throws(Abort) in
      isFound = try test(element)
      if !isFound { index += 1 }
      return !isFound
    }
    return isFound ? try Positions.index(index, in: collection) : .null
  }

  private static func firsts() -> [LibraryEntry] {
    [
      unary("var first: Element? { get }") { collection throws(Abort) in
        switch collection {
        case .array(let elements): return elements.first?.some ?? .null
        case .native(let part as ArrayPart): return part.slice.first?.some ?? .null
        case .native(let part as TextPart): return part.content.first.map { .character($0) } ?? .null
        default: break
        }
        return try Elements.iterator(collection).next()?.some ?? .null
      },
      unary("func randomElement() -> Element?") { collection throws(Abort) in
        var random = AbstractMachine.random
        if case .record(let record) = collection, let (start, end) = Elements.bounds(record), let end {
          return start < end ? .int(Int.random(in: start..<end, using: &random)) : .null
        }
        return try Elements.list(collection).randomElement(using: &random)?.some ?? .null
      },
      drawing("func randomElement<G: RandomNumberGenerator>(using generator: inout G) -> Element?") {
        call, generator throws(Abort) in
        try Elements.list(call[0]).randomElement(using: &generator)?.some ?? .null
      },
    ]
  }

  private static func collectionParts() -> [LibraryEntry] {
    /// What is taken is given by the numbers of the elements.
    func part(_ signature: String, _ range: @escaping (Value, Value) throws(Abort) -> Range<Int>) -> LibraryEntry {
      binary(signature) { collection, operand throws(Abort) in
        try Positions.slice(collection, try range(collection, operand))
      }
    }
    return [
      binary("func prefix(_ maxLength: Int) -> SubSequence") { collection, count throws(Abort) in
        guard !Elements.isEndless(collection) else { return .array(try Slices.leading(collection, count.integer)) }
        let length = try Slices.taken(count.integer, "prefix")
        return try Positions.slice(collection, 0..<min(length, try Elements.count(collection)))
      },
      binary("func prefix(while predicate: (Element) throws -> Bool) rethrows -> SubSequence") {
        collection, test throws(Abort) in
        let elements = try Slices.leading(collection, while: test.closure)
        return Elements.isEndless(collection)
          ? .array(elements) : try Positions.slice(collection, 0..<elements.count)
      },
      part("func suffix(_ maxLength: Int) -> SubSequence") { collection, count throws(Abort) in
        let length = try Elements.count(collection)
        return max(0, length - (try Slices.taken(count.integer, "suffix")))..<length
      },
      part("func dropFirst(_ k: Int = 1) -> SubSequence") { collection, count throws(Abort) in
        let length = try Elements.count(collection)
        return min(try Slices.dropped(count.integer), length)..<length
      },
      part("func dropLast(_ k: Int = 1) -> SubSequence") { collection, count throws(Abort) in
        0..<max(0, try Elements.count(collection) - (try Slices.dropped(count.integer)))
      },
      part("func drop(while predicate: (Element) throws -> Bool) rethrows -> SubSequence") {
        collection, test throws(Abort) in
        let count = try Slices.leading(collection, while: test.closure).count
        return count..<(try Elements.count(collection))
      },
      binary("func prefix(upTo end: Index) -> SubSequence") { collection, end throws(Abort) in
        let count = try Positions.ordinal(end, in: collection)
        guard count >= 0, count <= (try Elements.count(collection)) else { throw .arrayIndexOutOfRange }
        return try Positions.slice(collection, 0..<count)
      },
      binary("func prefix(through position: Index) -> SubSequence") { collection, position throws(Abort) in
        let number = try Positions.ordinal(position, in: collection)
        guard number >= 0, number < (try Elements.count(collection)) else { throw .arrayIndexOutOfRange }
        return try Positions.slice(collection, 0..<(number + 1))
      },
      binary("func suffix(from start: Index) -> SubSequence") { collection, start throws(Abort) in
        let (first, count) = (try Positions.ordinal(start, in: collection), try Elements.count(collection))
        guard first >= 0, first <= count else { throw .arrayIndexOutOfRange }
        return try Positions.slice(collection, first..<count)
      },
    ]
  }

  private static func splitting() -> [LibraryEntry] {
    let options = "maxSplits: Int = Int.max, omittingEmptySubsequences: Bool = true"
    return [
      contextual("func split(separator: Element, \(options)) -> [SubSequence] where Element: Equatable") {
        call throws(Abort) in
        try Slices.split(call[0], maxSplits: call[2].integer, omittingEmpty: call[3].flag) { element throws(Abort) in
          try call.areEqual(element, call[1])
        }
      },
      list(
        "func split<C: Collection>(separator: C, \(options)) -> [SubSequence] "
          + "where C.Element == Element, Element: Equatable"
      ) { operands throws(Abort) in
        try Slices.split(
          operands[0], by: try Elements.list(operands[1]), maxSplits: operands[2].integer,
          omittingEmpty: operands[3].flag)
      },
      list("func split(\(options), whereSeparator isSeparator: (Element) throws -> Bool) rethrows -> [SubSequence]") {
        operands throws(Abort) in
        let function = operands[3].closure
        return try Slices.split(operands[0], maxSplits: operands[1].integer, omittingEmpty: operands[2].flag) {
          element throws(Abort) in try function.call(element).flag
        }
      },
    ]
  }
}
