/// Statements that run one after the other until one waits. Those that are free of it may go on meanwhile; the others go on
/// when it is done.
final class StatementRun {
  /// Those that have not begun, and those that wait, by their places.
  private(set) var rest: [Int] = []
  private(set) var waiting: [Int] = []
  private let begin: (_ place: Int, _ done: @escaping () -> Void) -> Void
  private let firstFree: (_ rest: [Int], _ waiting: [Int]) -> Int?
  private let mustStop: () -> Bool
  private let resume: () -> Void

  /// - Parameters:
  ///   - begin: begins the statement at a place, and calls what it is given when that is done: before it returns, unless the
  ///     statement waits.
  ///   - firstFree: which of those that have not begun may go on while others wait, as a position among them; nil for none.
  ///   - mustStop: asked before each; with true none begins until `proceed()` is called again.
  ///   - resume: one that has waited is done. To be followed by `proceed()`, in an activation of its own.
  init(
    begin: @escaping (_ place: Int, _ done: @escaping () -> Void) -> Void,
    firstFree: @escaping (_ rest: [Int], _ waiting: [Int]) -> Int? = { _, _ in nil },
    mustStop: @escaping () -> Bool = { false },
    resume: @escaping () -> Void
  ) {
    self.begin = begin
    self.firstFree = firstFree
    self.mustStop = mustStop
    self.resume = resume
  }

  /// Has these run too, behind all others.
  func add(_ places: some Sequence<Int>) { rest += places }

  var isDone: Bool { rest.isEmpty && waiting.isEmpty }

  /// None that has not begun begins.
  func stop() { rest = [] }

  /// Runs until one waits and none is free of it.
  /// - Returns: whether all are done.
  func proceed() -> Bool {
    while !rest.isEmpty, !mustStop(), let next = takeNext() {
      var isBeginning = true
      var isDone = false
      begin(next) { [self] in
        isDone = true
        if isBeginning { return }
        waiting.removeAll { $0 == next }
        resume()
      }
      isBeginning = false
      if !isDone { waiting.append(next) }
    }
    return isDone
  }

  private func takeNext() -> Int? {
    if waiting.isEmpty { return rest.isEmpty ? nil : rest.removeFirst() }
    return firstFree(rest, waiting).map { rest.remove(at: $0) }
  }
}
