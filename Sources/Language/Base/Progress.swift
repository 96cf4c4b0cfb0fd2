internal import Synchronization

/// How far a check has come: those who check say when they have done a little, and whoever had it done may pause it there.
final class Progress {
  private var count = 0
  private let pause: () -> Void
  private let look: () -> Void
  private let doApart: (() -> Void) -> Void
  private let abandoned = Atomic(false)

  /// Nobody wants to know any more: what is left is to be passed over.
  var isAbandoned: Bool { abandoned.load(ordering: .relaxed) }

  /// Parts of the work between two calls of `pause`: some hundred microseconds.
  private static let slice = 32

  /// - Parameters:
  ///   - pause: called now and then, where the work may stand still for a while.
  ///   - apart: runs what touches nothing but what it is given; the program may change meanwhile.
  ///   - look: called where the work may not stand still, to look after others.
  init(
    apart: @escaping (() -> Void) -> Void = { $0() }, look: @escaping () -> Void = {}, _ pause: @escaping () -> Void
  ) {
    doApart = apart
    self.look = look
    self.pause = pause
  }

  func abandon() { abandoned.store(true, ordering: .relaxed) }

  /// A part of the work is done: a statement, an expression, a step of the solver.
  @inline(__always)
  func advance() {
    count &+= 1
    if count % Self.slice == 0 { pause() }
  }

  /// The same in the middle of what others would find half done: it does not stand still there.
  func lookAfterOthers() { look() }

  /// Does what touches nothing but what it is given, and what it makes.
  func apart<Result>(_ body: () -> Result) -> Result {
    var result: Result?
    doApart { result = body() }
    return result!
  }
}
