/// How far a check has come: those who check say when they have done a little, and whoever had it done may pause it there.
final class Progress {
  private var count = 0
  private let pause: () -> Void
  /// Nobody wants to know any more: what is left is to be passed over.
  var isAbandoned = false

  /// Parts of the work between two calls of `pause`: some hundred microseconds.
  private static let slice = 32

  /// - Parameter pause: called now and then, where the work may stand still for a while.
  init(_ pause: @escaping () -> Void) { self.pause = pause }

  /// A part of the work is done: a statement, an expression, a step of the solver.
  @inline(__always)
  func advance() {
    count &+= 1
    if count % Self.slice == 0 { pause() }
  }
}
