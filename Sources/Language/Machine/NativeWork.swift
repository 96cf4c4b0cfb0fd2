/// Work of the library that grows faster than what it is given: a search that may look at each place of a text many times.
/// Whoever does it counts what it looks at; several looks are one step of the program.
struct NativeWork {
  private var count = 0
  private let perStep: Int
  private static let batch = 4096

  /// - Parameter perStep: how many looks take the time of a step.
  init(perStep: Int = 2) { self.perStep = perStep }

  @inline(__always)
  mutating func add(_ looks: Int = 1) throws(Abort) {
    count += looks
    if count >= Self.batch { try settle() }
  }

  private mutating func settle() throws(Abort) {
    let steps = count / perStep
    count = 0
    try Machine.current?.spend(steps)
  }
}
