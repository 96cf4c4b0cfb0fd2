/// `RangeReplaceableCollection` and `MutableCollection`: arrays and texts change in place.
extension StandardLibrary {
  static func rangeReplaceableCollection() -> LibraryType {
    LibraryType(
      "protocol RangeReplaceableCollection<Element>: Collection {}", growing() + shrinking())
  }

  private static func growing() -> [LibraryEntry] {
    [
      contextual("init()") { call in Elements.made([], as: call.type("Self")) },
      contextual("init<S: Sequence>(_ elements: S) where S.Element == Element") { call throws(Abort) in
        let elements = try Elements.list(call[0])
        return Elements.made(elements, as: call.type("Self"))
      },
      mutating("mutating func append(_ newElement: Element)") { value, operands throws(Abort) in
        try Growing.append(operands[0], to: &value)
        return .void
      },
      mutating("mutating func append<S: Sequence>(contentsOf newElements: S) where S.Element == Element") {
        value, operands throws(Abort) in
        try Growing.append(contentsOf: operands[0], to: &value)
        return .void
      },
      mutating("mutating func insert(_ newElement: Element, at i: Index)") { value, operands throws(Abort) in
        try Growing.insert([operands[0]], at: operands[1], in: &value)
        return .void
      },
      mutating("mutating func insert<C: Collection>(contentsOf newElements: C, at i: Index) where C.Element == Element")
      {
        value, operands throws(Abort) in
        try Growing.insert(try Elements.list(operands[0]), at: operands[1], in: &value)
        return .void
      },
      mutating(
        "mutating func replaceSubrange<R: RangeExpression, C: Collection>(_ subrange: R, with newElements: C) "
          + "where R.Bound == Index, C.Element == Element"
      ) { value, operands throws(Abort) in
        try Growing.replace(operands[0], with: try Elements.list(operands[1]), in: &value)
        return .void
      },
      mutating("mutating func reserveCapacity(_ n: Int)") { _, _ in .void },
    ]
  }

  private static func shrinking() -> [LibraryEntry] {
    [
      mutating("@discardableResult mutating func remove(at i: Index) -> Element") { value, operands throws(Abort) in
        try Growing.remove(at: operands[0], from: &value)
      },
      mutating("mutating func removeSubrange<R: RangeExpression>(_ bounds: R) where R.Bound == Index") {
        value, operands throws(Abort) in
        try Growing.replace(operands[0], with: [], in: &value)
        return .void
      },
      mutating("@discardableResult mutating func removeFirst() -> Element") { value, _ throws(Abort) in
        guard let element = try Growing.pop(first: true, from: &value) else {
          throw .trap("Can't remove first element from an empty collection")
        }
        return element
      },
      mutating("@discardableResult mutating func removeLast() -> Element") { value, _ throws(Abort) in
        guard let element = try Growing.pop(first: false, from: &value) else {
          throw .trap("Can't remove last element from an empty collection")
        }
        return element
      },
      mutating("mutating func removeFirst(_ k: Int)") { value, operands throws(Abort) in
        try Growing.removeFirst(operands[0].integer, from: &value)
        return .void
      },
      mutating("mutating func removeLast(_ k: Int)") { value, operands throws(Abort) in
        try Growing.removeLast(operands[0].integer, from: &value)
        return .void
      },
      mutating("@discardableResult mutating func popFirst() -> Element?") { value, _ throws(Abort) in
        try Growing.pop(first: true, from: &value)?.some ?? .null
      },
      mutating("@discardableResult mutating func popLast() -> Element?") { value, _ throws(Abort) in
        try Growing.pop(first: false, from: &value)?.some ?? .null
      },
      mutating("mutating func removeAll(keepingCapacity keepCapacity: Bool = false)") { value, _ in
        value = Elements.like(value.withoutBase, [])
        return .void
      },
      mutating("mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows") {
        value, operands throws(Abort) in
        try Growing.removeAll(from: &value, where: operands[0].closure)
        return .void
      },
    ]
  }

  static func mutableCollection() -> LibraryType {
    LibraryType(
      "protocol MutableCollection<Element>: Collection {}",
      [
        mutating("mutating func sort() where Element: Comparable") { value, _ throws(Abort) in
          try withItems(&value) { items throws(Abort) in
            try rethrowing { try items.sort { try Ordering.isLess($0, $1) } }
          }
          return .void
        },
        mutating("mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows") {
          value, operands throws(Abort) in
          let function = operands[0].closure
          // The test may look at the collection: it must still be there.
          var items = value.items
          try rethrowing { try items.sort { try function.call($0, $1).flag } }
          value = Elements.like(value, items)
          return .void
        },
        mutating("mutating func swapAt(_ i: Index, _ j: Index)") { value, operands throws(Abort) in
          let first = try Positions.ordinal(operands[0], in: value)
          let second = try Positions.ordinal(operands[1], in: value)
          try withItems(&value) { items throws(Abort) in
            guard items.indices.contains(first), items.indices.contains(second) else { throw .indexOutOfRange }
            items.swapAt(first, second)
          }
          return .void
        },
        mutating("mutating func reverse()") { value, _ throws(Abort) in
          try withItems(&value) { items throws(Abort) in items.reverse() }
          return .void
        },
        mutating("mutating func shuffle()") { value, _ throws(Abort) in
          try withItems(&value) { items throws(Abort) in items.shuffle() }
          return .void
        },
        mutating("mutating func partition(by belongsInSecondPartition: (Element) throws -> Bool) rethrows -> Index") {
          value, operands throws(Abort) in
          let function = operands[0].closure
          // The test may look at the collection, and what it throws leaves the elements as they are by then.
          var items = value.items
          defer { value = Elements.like(value, items) }
          let count = try partition(&items) { element throws(Abort) in try function.call(element).flag }
          return Positions.index(count, in: value)
        },
      ])
  }
}

extension StandardLibrary {
  /// Exchanges what belongs to the second part, from the front, for what does not, from the back: the order in which
  /// the standard library leaves the elements, and asks about them.
  private static func partition(_ items: inout [Value], _ isSecond: (Value) throws(Abort) -> Bool) throws(Abort) -> Int
  {
    var (low, high) = (0, items.count)
    while true {
      while low < high, !(try isSecond(items[low])) { low += 1 }
      guard low < high else { return low }
      high -= 1
      while low < high, try isSecond(items[high]) { high -= 1 }
      guard low < high else { return low }
      items.swapAt(low, high)
      low += 1
    }
  }
}

extension Elements {
  /// A collection of the type, which can grow.
  fileprivate static func made(_ elements: [Value], as type: Type) -> Value {
    switch type.libraryName {
    case "String": .string(String(elements.map(\.symbol)))
    case "Substring": TextPart.whole(String(elements.map(\.symbol)))
    case "ArraySlice": .native(ArrayPart(elements[...]))
    default: .array(elements)
    }
  }
}
