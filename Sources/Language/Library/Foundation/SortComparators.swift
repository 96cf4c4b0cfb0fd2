/// Sorting by values that compare: `KeyPathComparator`, `SortDescriptor`, and comparators of the program's own.
final class ComparatorObject: NativeObject {
  /// How two values are compared that have been read.
  enum Way {
    case asTheyAre
    /// By options of `String.CompareOptions`.
    case options(Int)
    /// By a comparator of its own, which has an order of its own.
    case comparator(Value)
  }

  let path: KeyPathObject?
  let way: Way
  let order: Value

  init(_ path: KeyPathObject?, _ way: Way, order: Value, type: Type) {
    self.path = path
    self.way = way
    self.order = order
    super.init(type: type)
  }

  func ordered(_ order: Value) -> ComparatorObject { ComparatorObject(path, way, order: order, type: type) }

  override func isEqual(to other: NativeObject) -> Bool {
    guard let other = other as? ComparatorObject, order == other.order else { return false }
    switch (path, other.path) {
    case (let own?, let path?): return own.isEqual(to: path)
    case (nil, nil): return true
    default: return false
    }
  }

  override func hash(into hasher: inout Hasher) {
    hasher.combine(order)
    path?.hash(into: &hasher)
  }

  fileprivate func compare(_ left: Value, _ right: Value, _ machine: Machine) throws(Abort) -> Int {
    let result = try forward(try path?.get(left) ?? left, try path?.get(right) ?? right, machine)
    // A comparator that it goes by has an order of its own, which is the other one if it is not this one.
    if case .comparator(let comparator) = way {
      return try machine.order(of: comparator).isReverse == order.isReverse ? result : -result
    }
    return order.isReverse ? -result : result
  }

  private func forward(_ left: Value, _ right: Value, _ machine: Machine) throws(Abort) -> Int {
    switch way {
    case .asTheyAre:
      // What is not there comes first.
      guard let left = left.unwrapped, let right = right.unwrapped else {
        return (left.isNull ? 0 : 1) - (right.isNull ? 0 : 1)
      }
      return try Ordering.isLess(left, right) ? -1 : try Ordering.isLess(right, left) ? 1 : 0
    case .options(let options): return TextFolding.order(left.text, right.text, options: options).comparison
    case .comparator(let comparator): return try machine.compare(left, right, by: comparator)
    }
  }
}

extension Value {
  fileprivate var isReverse: Bool { caseName == "reverse" }

  /// One of the library's; the program's own are records and objects.
  fileprivate var knownComparator: ComparatorObject? {
    if case .native(let object) = unboxed { object as? ComparatorObject } else { nil }
  }
}

extension String {
  /// Of a case of `ComparisonResult`: below, at or above zero.
  fileprivate var comparison: Int { self == "orderedAscending" ? -1 : self == "orderedDescending" ? 1 : 0 }
}

extension Machine {
  /// Below, at or above zero: as a comparator has it, one of the library's or the program's own.
  fileprivate func compare(_ left: Value, _ right: Value, by comparator: Value) throws(Abort) -> Int {
    try step()
    if let known = comparator.knownComparator { return try known.compare(left, right, self) }
    if case .array(let several) = comparator.unboxed { return try compare(left, right, by: several) }
    guard let method = method("compare", of: comparator.unboxed, labels: [nil, nil]) else {
      throw .trap("this is no comparator")
    }
    return try invoke(method, receiver: comparator.unboxed, [left, right]).caseName.comparison
  }

  /// The first that tells them apart.
  private func compare(_ left: Value, _ right: Value, by several: [Value]) throws(Abort) -> Int {
    for comparator in several {
      let result = try compare(left, right, by: comparator)
      if result != 0 { return result }
    }
    return 0
  }

  /// One comparator, or several as a list.
  fileprivate func comparators(_ value: Value) throws(Abort) -> Value {
    let value = value.unboxed
    if value.knownComparator != nil || method("compare", of: value, labels: [nil, nil]) != nil { return value }
    return .array(try Elements.list(value))
  }

  /// The order that a comparator has by itself.
  fileprivate func order(of comparator: Value) throws(Abort) -> Value {
    if let known = comparator.knownComparator { return known.order }
    return try member(named: "order", of: comparator.unboxed) ?? .void
  }

  fileprivate func sorted(_ items: [Value], by comparators: Value) throws(Abort) -> [Value] {
    let comparator = try self.comparators(comparators)
    return try Ordering.sorted(items) { left, right throws(Abort) in try compare(left, right, by: comparator) < 0 }
  }
}

extension NativeCall {
  fileprivate func comparison(_ order: Int) throws(Abort) -> Value {
    try choice(order < 0 ? "orderedAscending" : order > 0 ? "orderedDescending" : "orderedSame")
  }
}

extension FoundationLibrary {
  static let comparatorTypes: [String: @Sendable () -> LibraryType] = [
    "SortOrder": { LibraryType("enum SortOrder: Hashable, Codable, Sendable { case forward, reverse }") },
    "SortComparator": {
      LibraryType(
        """
        protocol SortComparator<Compared>: Hashable {
          associatedtype Compared
          var order: SortOrder { get set }
          func compare(_ lhs: Compared, _ rhs: Compared) -> ComparisonResult
        }
        """)
    },
    "ComparableComparator": {
      LibraryType(
        "struct ComparableComparator<Compared: Comparable>: SortComparator, Sendable {}",
        comparing("Compared") + [
          contextual("init(order: SortOrder = .forward)") { call in made(call, nil, .asTheyAre, order: call[0]) }
        ], .objects)
    },
    "KeyPathComparator": {
      LibraryType(
        "struct KeyPathComparator<Compared>: SortComparator, Sendable {}",
        comparing("Compared") + byPath() + [
          contextual(
            "init<Value, Comparator: SortComparator>(_ keyPath: KeyPath<Compared, Value>, comparator: Comparator, "
              + "order: SortOrder) where Comparator.Compared == Value"
          ) { call in made(call, call[0], .comparator(call[1]), order: call[2]) },
          contextual(
            "init<Value, Comparator: SortComparator>(_ keyPath: KeyPath<Compared, Value>, comparator: Comparator) "
              + "where Comparator.Compared == Value"
          ) { call throws(Abort) in
            made(call, call[0], .comparator(call[1]), order: try call.machine.order(of: call[1]))
          },
          contextual("var keyPath: PartialKeyPath<Compared> { get }") { call in
            call[0].object(ComparatorObject.self)?.path.map { .native($0) } ?? .void
          },
        ], .objects)
    },
    "SortDescriptor": {
      LibraryType(
        "struct SortDescriptor<Compared>: SortComparator, Sendable {}",
        comparing("Compared") + byPath() + [
          contextual(
            "init(_ keyPath: KeyPath<Compared, String>, comparator: String.StandardComparator, "
              + "order: SortOrder = .forward)"
          ) { call in made(call, call[0], .comparator(call[1]), order: call[2]) }
        ], .objects)
    },
    "String.StandardComparator": {
      LibraryType(
        "struct StandardComparator: SortComparator, Sendable { typealias Compared = String }",
        comparing("String") + [
          contextual("static var lexical: String.StandardComparator { get }") { call throws(Abort) in
            made(call, nil, .asTheyAre, order: try forward(call))
          },
          contextual("init(_ base: String.StandardComparator, order: SortOrder = .forward)") { call in
            made(call, nil, .asTheyAre, order: call[1])
          },
        ], .objects)
    },
    "String.Comparator": {
      LibraryType(
        "struct Comparator: SortComparator, Sendable { typealias Compared = String }",
        comparing("String") + [
          contextual("init(options: String.CompareOptions, order: SortOrder = .forward)") { call in
            made(call, nil, .options(call[0].optionBits), order: call[1])
          }
        ], .objects)
    },
  ]

  private static func made(_ call: NativeCall, _ path: Value?, _ way: ComparatorObject.Way, order: Value) -> Value {
    .native(ComparatorObject(path?.object(KeyPathObject.self), way, order: order, type: call.result))
  }

  private static func forward(_ call: NativeCall) throws(Abort) -> Value {
    guard let order = call.machine.library.combineType("SortOrder").nominal?.cases.first else {
      throw .trap("library: there is no order")
    }
    return .choice(order)
  }

  private static func byPath() -> [LibraryEntry] {
    ["Value", "Value?"].map { value in
      contextual("init<Value: Comparable>(_ keyPath: KeyPath<Compared, \(value)>, order: SortOrder = .forward)") {
        call in
        made(call, call[0], .asTheyAre, order: call[1])
      }
    }
  }

  private static func comparing(_ compared: String) -> [LibraryEntry] {
    [
      contextual("func compare(_ lhs: \(compared), _ rhs: \(compared)) -> ComparisonResult") { call throws(Abort) in
        try call.comparison(try call.machine.compare(call[1], call[2], by: call[0]))
      },
      property("var order: SortOrder { get set }") { operands in
        operands[0].object(ComparatorObject.self)?.order ?? .void
      } set: { value, _, order in
        if let object = value.object(ComparatorObject.self) { value = .native(object.ordered(order)) }
      },
    ]
  }

  static func sortedBy() -> [LibraryEntry] {
    [
      "<Comparator: SortComparator>(using comparator: Comparator) -> [Element] where Comparator.Compared == Element",
      "<S: Sequence, Comparator: SortComparator>(using comparators: S) -> [Element] "
        + "where S.Element == Comparator, Comparator.Compared == Element",
    ].map { signature in
      contextual("func sorted" + signature) { call throws(Abort) in
        .array(try call.machine.sorted(try Elements.list(call[0]), by: call[1]))
      }
    }
  }

  static func sortBy() -> [LibraryEntry] {
    [
      "<Comparator: SortComparator>(using comparator: Comparator) where Comparator.Compared == Element",
      "<S: Sequence, Comparator: SortComparator>(using comparators: S) "
        + "where S.Element == Comparator, Comparator.Compared == Element",
    ].map { signature in
      mutating("mutating func sort" + signature) { value, operands throws(Abort) in
        guard let machine = Machine.current else { return .void }
        try StandardLibrary.put(try machine.sorted(try Elements.list(value), by: operands[0]), into: &value)
        return .void
      }
    }
  }
}
