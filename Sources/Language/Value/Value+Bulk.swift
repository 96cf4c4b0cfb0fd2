/// Values that are so large that what is done with the whole of them takes milliseconds.
extension Value {
  /// What an operation on some values is about.
  struct Bulk: OptionSet {
    let rawValue: UInt8
    /// It has a lot to do with nothing but data.
    static let much = Bulk(rawValue: 1)
    /// It may run code of the program: a closure, a `==`, the elements of a sequence.
    static let code = Bulk(rawValue: 2)
  }

  static let manyElements = 1 << 16
  private static let manyBytes = 1 << 19

  @inline(__always)
  var bulk: Bulk {
    switch self {
    case .int, .bool, .double, .null, .void, .character, .float, .word, .metatype: []
    case .string(let text): text.utf8.count < Self.manyBytes ? [] : .much
    default: bulkOfOthers
    }
  }

  private var bulkOfOthers: Bulk {
    switch self {
    case .array(let elements):
      elements.count < Self.manyElements ? [] : elements[0].isScalar ? .much : .code
    case .set(let elements):
      elements.count < Self.manyElements ? [] : elements.first?.isScalar == true ? .much : .code
    case .dictionary(let elements):
      if elements.count < Self.manyElements {
        []
      } else {
        elements.first.map { $0.key.isScalar && $0.value.isScalar } == true ? .much : .code
      }
    default: .code
    }
  }

  /// Of a type that is no program's, and so are all others of its static type: what is in an `Any` is in a box.
  var isScalar: Bool {
    switch self {
    case .int, .word, .bool, .double, .float, .string, .character: true
    default: false
    }
  }
}

extension [Value] {
  /// That of an operation on all of them.
  var bulk: Value.Bulk { reduce(into: []) { $0.formUnion($1.bulk) } }

  /// Elements that are moved in the time of a step.
  private static let movedPerStep = 32

  /// Counts the work of moving all elements to another place, if that has happened.
  func countMove(from place: UnsafePointer<Value>?) {
    guard count > Value.manyElements, self.place != place else { return }
    _ = AbstractMachine.running?.takesSteps(count / Self.movedPerStep)
  }

  /// Where the elements are: another place after they were copied or moved.
  var place: UnsafePointer<Value>? { withUnsafeBufferPointer(\.baseAddress) }

  /// Appends to what may become very long.
  @inline(__always)
  mutating func add(_ element: Value) {
    makeRoom()
    append(element)
  }

  /// Makes room for more before it is needed, aside if that is much to move.
  mutating func makeRoom() {
    guard count == capacity, count > Value.manyElements, let machine = AbstractMachine.running else { return }
    machine.aside { reserveCapacity(2 * count) }
  }
}
