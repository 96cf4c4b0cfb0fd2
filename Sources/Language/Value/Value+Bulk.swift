/// Values that are so large that what is done with the whole of them takes milliseconds.
extension Value {
  /// What an operation on some values is about.
  struct Bulk: OptionSet {
    let rawValue: UInt8
    /// It has a lot to do with nothing but data.
    static let much = Bulk(rawValue: 1)
    /// It may run code of the program: a closure, a `==`, the elements of a sequence.
    static let code = Bulk(rawValue: 2)
    /// It may take microseconds, of which a loop makes seconds: how long it takes is measured.
    static let long = Bulk(rawValue: 4)
  }

  static let manyElements = 1 << 16
  fileprivate static let manyBytes = 1 << 19
  private static let longElements = 1 << 11
  fileprivate static let longBytes = 1 << 12

  fileprivate static func isLong(elements count: Int) -> Bool { count >= longElements }
  /// Of nothing but bytes.
  static func bulk(ofBytes count: Int) -> Bulk { count < longBytes ? [] : count < manyBytes ? .long : .much }
  /// Of elements whose types nobody has looked at.
  static func bulk(ofElements count: Int) -> Bulk { isLong(elements: count) ? [.code, .long] : .code }

  @inline(__always)
  var bulk: Bulk {
    switch self {
    case .int, .bool, .double, .null, .void, .character, .float, .word, .metatype: []
    case .string(let text): Self.bulk(ofBytes: text.utf8.count)
    default: bulkOfOthers
    }
  }

  private var bulkOfOthers: Bulk {
    switch self {
    case .array(let elements):
      Self.bulk(of: elements.count, isPlain: elements.first?.isScalar == true)
    case .set(let elements):
      Self.bulk(of: elements.count, isPlain: elements.first?.isScalar == true)
    case .dictionary(let elements):
      Self.bulk(of: elements.count, isPlain: elements.first.map { $0.key.isScalar && $0.value.isScalar } == true)
    case .native(let object): object.bulk
    default: .code
    }
  }

  private static func bulk(of count: Int, isPlain: @autoclosure () -> Bool) -> Bulk {
    count < longElements ? [] : count < manyElements ? .long : isPlain() ? .much : [.code, .long]
  }

  /// Of a type that is no program's, and so are all others of its static type: what is in an `Any` is in a box.
  var isScalar: Bool {
    switch self {
    case .int, .word, .bool, .double, .float, .string, .character: true
    default: false
    }
  }

  /// The same for a key: nothing of the program is run to find it.
  var isPlainKey: Bool {
    if case .native(let object) = self { return object.isPlainKey }
    return isScalar
  }
}

extension AbstractMachine {
  /// Does something with texts of so many bytes that runs no code of the program: aside or measured where it takes long.
  @inline(__always)
  static func onTexts<Result>(ofBytes count: Int, _ body: () -> Result) -> Result {
    if count < Value.longBytes { return body() }
    return onLongTexts(ofBytes: count, body)
  }

  /// Changes so many elements of a set or a dictionary, of which there may be another copy: then all of them are copied first.
  @inline(__always)
  static func onMany<Result>(_ count: Int, _ body: () throws(Abort) -> Result) throws(Abort) -> Result {
    guard Value.isLong(elements: count), let machine = running else { return try body() }
    let begin = SuspendingClock.now
    defer { machine.took(SuspendingClock.now - begin) }
    return try body()
  }

  /// Bytes that are compared in the time of a step, where nothing else is done with them.
  private static let bytesPerStep = 1 << 12

  fileprivate static func takesSteps(ofBytes count: Int) -> Bool {
    count < bytesPerStep || running?.takesSteps(count / bytesPerStep) ?? true
  }

  /// More than that in pieces that may be as long as the whole are gone over aside.
  private static let longPiece = 1 << 16

  /// Does something with texts that counts its steps, and ends when there are none left.
  fileprivate static func inPieces<Result>(
    ofBytes count: Int, _ body: (_ spend: (Int) -> Bool) -> Result
  ) -> Result {
    guard let machine = running else { return body { _ in true } }
    func spend(_ steps: Int) -> Bool {
      guard steps == LongText.endless else { return machine.takesSteps(steps) }
      machine.stop("a text with tens of thousands of combining marks behind one letter is not compared")
      return false
    }
    guard count >= longPiece else { return body(spend) }
    var result: Result?
    machine.aside { result = body(spend) }
    return result!
  }

  @inline(never)
  private static func onLongTexts<Result>(ofBytes count: Int, _ body: () -> Result) -> Result {
    guard let machine = running else { return body() }
    guard count < Value.manyBytes else {
      var result: Result?
      machine.aside { result = body() }
      return result!
    }
    let begin = SuspendingClock.now
    defer { machine.took(SuspendingClock.now - begin) }
    return body()
  }
}

extension [Value] {
  /// That of an operation on all of them.
  var bulk: Value.Bulk { reduce(into: []) { $0.formUnion($1.bulk) } }

  /// Elements that are moved in the time of a step.
  private static let movedPerStep = 32

  /// Counts the work of moving all elements to another place, if that has happened.
  func countMove(from place: UnsafePointer<Value>?) {
    guard Value.isLong(elements: count), self.place != place else { return }
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

  /// Elements whose places take milliseconds to be moved.
  private static let manyMoved = 1 << 18

  /// Elements that are moved by some places, within the same memory, in the time of a step.
  private static let shiftedPerStep = 256

  /// Does something that runs no code of the program and takes the longer the more elements there are: aside if they are many,
  /// and counted, since a queue of thousands that is emptied from its front moves all of them each time.
  mutating func work(on count: Int, _ body: (inout [Value]) -> Void) {
    guard count > Self.shiftedPerStep, let machine = AbstractMachine.running else { return body(&self) }
    if count > Self.manyMoved { machine.aside { body(&self) } } else { body(&self) }
    _ = machine.takesSteps(count / Self.shiftedPerStep)
  }

  /// Appends what may be many, to what may have to be moved for them.
  mutating func add(contentsOf addition: [Value]) {
    let sum = count + addition.count
    work(on: sum > capacity ? sum : addition.count) { $0 += addition }
  }

  /// A set of them: made aside if they are many, and nothing of the program's hashes them.
  var asSet: Set<Value> {
    guard count > Value.manyElements, first?.isScalar == true, let machine = AbstractMachine.running else {
      return Set(self)
    }
    var result: Set<Value> = []
    machine.aside { result = Set(self) }
    return result
  }

  /// Makes room for more before it is needed, aside if that is much to move.
  mutating func makeRoom() {
    guard count == capacity, count > Value.manyElements, let machine = AbstractMachine.running else { return }
    machine.aside { reserveCapacity(2 * count) }
  }
}

extension String {
  /// Operations on it that go over all of it take microseconds.
  @inline(__always)
  var isLong: Bool { utf8.count >= Value.longBytes }

  /// `==`, in pieces where both are gone over: composed and decomposed characters are the same.
  @inline(__always)
  func isSame(as other: String) -> Bool {
    if utf8.count < LongText.leastBytes, other.utf8.count < LongText.leastBytes { return self == other }
    return isLongSame(as: other)
  }

  @inline(never)
  private func isLongSame(as other: String) -> Bool {
    let count = Swift.min(utf8.count, other.utf8.count)
    guard AbstractMachine.takesSteps(ofBytes: count) else { return false }
    return LongText.areSameAtOnce(self, other)
      ?? AbstractMachine.inPieces(ofBytes: Swift.max(utf8.count, other.utf8.count)) {
        LongText.areSame(self, other, $0)
      }
  }

  /// `<`, in the same way.
  @inline(__always)
  func precedes(_ other: String) -> Bool {
    if utf8.count < LongText.leastBytes, other.utf8.count < LongText.leastBytes { return self < other }
    return longPrecedes(other)
  }

  @inline(never)
  private func longPrecedes(_ other: String) -> Bool {
    let count = Swift.min(utf8.count, other.utf8.count)
    guard AbstractMachine.takesSteps(ofBytes: count) else { return false }
    return LongText.isLessAtOnce(self, than: other)
      ?? AbstractMachine.inPieces(ofBytes: Swift.max(utf8.count, other.utf8.count)) {
        LongText.isLess(self, than: other, $0)
      }
  }

  /// As `hash(into:)`, for what `isSame` says.
  @inline(__always)
  func addHash(to hasher: inout Hasher) {
    if utf8.count < LongText.leastBytes { hasher.combine(self) } else { addLongHash(to: &hasher) }
  }

  @inline(never)
  private func addLongHash(to hasher: inout Hasher) {
    hasher = AbstractMachine.inPieces(ofBytes: utf8.count) { [hasher] in
      var hasher = hasher
      LongText.hash(self, into: &hasher, $0)
      return hasher
    }
  }
}

extension Character {
  /// One can have millions of combining marks.
  @inline(__always)
  func isSame(as other: Character) -> Bool {
    if utf8.count < LongText.leastBytes, other.utf8.count < LongText.leastBytes { return self == other }
    return String(self).isSame(as: String(other))
  }

  @inline(__always)
  func precedes(_ other: Character) -> Bool {
    if utf8.count < LongText.leastBytes, other.utf8.count < LongText.leastBytes { return self < other }
    return String(self).precedes(String(other))
  }

  @inline(__always)
  func addHash(to hasher: inout Hasher) {
    if utf8.count < LongText.leastBytes { hasher.combine(self) } else { String(self).addHash(to: &hasher) }
  }
}
