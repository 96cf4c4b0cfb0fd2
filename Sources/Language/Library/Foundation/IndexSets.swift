/// `IndexSet`.
extension FoundationLibrary {
  static let indexSetTypes: [String: @Sendable () -> LibraryType] = [
    "IndexSet": indexSet, "IndexSet.Index": { LibraryType("struct Index: Comparable, Hashable {}", [], .values) },
  ]

  /// A list of positions in rising order, each once.
  private static func indexSet() -> LibraryType {
    func rising(_ positions: some Sequence<Value>) -> Value {
      .array(Set(positions.map(\.integer)).sorted().map { .int($0) })
    }
    return LibraryType(
      """
      struct IndexSet: BidirectionalCollection, Hashable, ExpressibleByArrayLiteral, Sendable {
        typealias Element = Int
        typealias ArrayLiteralElement = Int
      }
      """,
      [
        nullary("init()") { .array([]) },
        unary("init(integer value: Int)") { .array([$0]) },
        unary("init<R: RangeExpression>(integersIn range: R) where R.Bound == Int") { range throws(Abort) in
          .array(try Elements.list(range))
        },
        unary("init<S: Sequence>(_ elements: S) where S.Element == Int") { elements throws(Abort) in
          rising(try Elements.list(elements))
        },
        unary("init(arrayLiteral elements: Int...)") { rising($0.items) },
        binary("func contains(_ integer: Int) -> Bool") { .bool($0.items.contains($1)) },
        mutating("mutating func insert(_ integer: Int)") { value, operands in
          value = rising(value.items + [operands[0]])
          return .void
        },
        mutating("mutating func remove(_ integer: Int)") { value, operands in
          value = .array(value.items.filter { $0 != operands[0] })
          return .void
        },
      ], [.values, .madeOfElements])
  }
}
