/// `RangeReplaceableCollection` and `MutableCollection`: arrays and texts change in place.
extension StandardLibrary {
  static func rangeReplaceableCollection() -> LibraryType {
    LibraryType(
      "protocol RangeReplaceableCollection<Element>: Collection { associatedtype SubSequence: RangeReplaceableCollection }",
      growing() + popping() + shrinking())
  }

  private static func growing() -> [LibraryEntry] {
    [
      contextual("init()") { call throws(Abort) in try call.made([]) },
      contextual("init<S: Sequence>(_ elements: S) where S.Element == Element") { call throws(Abort) in
        try call.made(try Elements.list(call[0]))
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

  /// Also what collections have that are their own parts.
  static func popping() -> [LibraryEntry] {
    [
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
      mutating("@discardableResult mutating func popFirst() -> Element?") { value, _ throws(Abort) in
        try Growing.pop(first: true, from: &value)?.some ?? .null
      },
      mutating("@discardableResult mutating func popLast() -> Element?") { value, _ throws(Abort) in
        try Growing.pop(first: false, from: &value)?.some ?? .null
      },
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
      mutating("mutating func removeFirst(_ k: Int)") { value, operands throws(Abort) in
        try Growing.removeFirst(operands[0].integer, from: &value)
        return .void
      },
      mutating("mutating func removeLast(_ k: Int)") { value, operands throws(Abort) in
        try Growing.removeLast(operands[0].integer, from: &value)
        return .void
      },
      mutating("mutating func removeAll(keepingCapacity keepCapacity: Bool = false)") {
        value, _ throws(Abort) in
        try Growing.replaceAll(of: &value, with: [])
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
      "protocol MutableCollection<Element>: Collection { associatedtype SubSequence: MutableCollection }",
      [
        property("subscript(position: Index) -> Element { get set }") { operands throws(Abort) in
          try Positions.element(operands[1], in: operands[0])
        } set: { value, operands, element throws(Abort) in
          let position = try Positions.ordinal(operands[0], in: value)
          try withElements(&value) { items throws(Abort) in
            guard items.indices.contains(position) else { throw .indexOutOfRange }
            items[position] = element
          }
        },
        mutating("mutating func sort() where Element: Comparable") { value, _ throws(Abort) in
          try withElements(&value) { items throws(Abort) in items = try Ordering.sorted(items) }
          return .void
        },
        mutating("mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows") {
          value, operands throws(Abort) in
          let function = operands[0].closure
          // The test may look at the collection: it must still be there.
          var items = try Elements.list(value)
          try rethrowing { try items.sort { try function.call($0, $1).flag } }
          try put(items, into: &value)
          return .void
        },
        mutating("mutating func swapAt(_ i: Index, _ j: Index)") { value, operands throws(Abort) in
          let first = try Positions.ordinal(operands[0], in: value)
          let second = try Positions.ordinal(operands[1], in: value)
          try withElements(&value) { items throws(Abort) in
            guard items.indices.contains(first), items.indices.contains(second) else { throw .indexOutOfRange }
            items.swapAt(first, second)
          }
          return .void
        },
        mutating("mutating func reverse()") { value, _ throws(Abort) in
          try withElements(&value) { items throws(Abort) in items.work(on: items.count) { $0.reverse() } }
          return .void
        },
        mutating("mutating func shuffle()") { value, _ throws(Abort) in
          var random = AbstractMachine.random
          try withElements(&value) { items throws(Abort) in items.shuffle(using: &random) }
          return .void
        },
        // What the body gives back is what has become of the generator.
        mutating("mutating func shuffle<G: RandomNumberGenerator>(using generator: inout G)") {
          value, operands throws(Abort) in
          guard let machine = Machine.current, var generator = operands.first else { return .void }
          try Generator.lent(machine, &generator) { generator throws(Abort) in
            try withElements(&value) { items throws(Abort) in items.shuffle(using: &generator) }
          }
          return generator
        },
        mutating("mutating func partition(by belongsInSecondPartition: (Element) throws -> Bool) rethrows -> Index") {
          value, operands throws(Abort) in
          let function = operands[0].closure
          // The test may look at the collection, and what it throws leaves the elements as they are by then.
          var items = try Elements.list(value)
          let count: Int
          do throws(Abort) {
            count = try partition(&items) { element throws(Abort) in try function.call(element).flag }
          } catch {
            try put(items, into: &value)
            throw error
          }
          try put(items, into: &value)
          return try Positions.index(count, in: value)
        },
      ])
  }
}

extension StandardLibrary {
  /// Changes the elements in place, those of a program's own collection by its subscript.
  private static func withElements(
    _ value: inout Value, _ body: (inout [Value]) throws(Abort) -> Void
  ) throws(Abort) {
    if OwnCollection(value) == nil { try withItems(&value, body) } else { try OwnCollection.change(&value, body) }
  }

  /// The same elements in another order.
  static func put(_ items: [Value], into value: inout Value) throws(Abort) {
    if OwnCollection(value) == nil {
      value = Elements.like(value, items)
    } else {
      try OwnCollection.change(&value) { elements in elements = items }
    }
  }

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

extension NativeCall {
  /// A collection of the type that is wanted, which can grow.
  fileprivate func made(_ elements: [Value]) throws(Abort) -> Value {
    let type = type("Self")
    if let nominal = type.nominal, nominal.isUserType {
      let environment = machine.program.environment
      guard
        let declaration = environment.members(of: nominal, named: "init").first(where: {
          $0.resolved() && $0.parameters.isEmpty
        })
      else { throw .fault("'\(nominal.name)' has no 'init()'") }
      var value = try machine.make(nominal, type, declaration, [], environment)
      if !elements.isEmpty { try Growing.append(contentsOf: .array(elements), to: &value) }
      return value
    }
    switch type.libraryName {
    case "String": return .string(String(elements.map(\.symbol)))
    case "Substring": return TextPart.whole(String(elements.map(\.symbol)))
    case "ArraySlice": return .native(ArrayPart(elements[...]))
    case "String.UnicodeScalarView", "Substring.UnicodeScalarView": return .native(TextUnits(.scalar, elements[...]))
    default: return .array(elements)
    }
  }
}
