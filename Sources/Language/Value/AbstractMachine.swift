internal import Glibc

/// What types and values know of the machine that runs their program. `Machine`, which stands above them, is the only one.
///
/// A class, not a protocol: whoever needs all of the machine makes a `Machine` of it, which costs nothing.
class AbstractMachine {
  /// What chance gives to the program.
  final let random: RandomSource

  init(random: RandomSource) {
    self.random = random
  }

  /// A fault met where nothing can be thrown: in `==` or `hash` called by a collection, in a predicate of an operator.
  final var pendingFault: Fault?
  /// The fault with which a chain of publishers was broken off. What it would have led to never comes: the activation ends
  /// with it, even where some closure on the way took the pending one.
  final var brokenOff: Fault?
  /// The program is closed: none of its code runs any more, and no `deinit`.
  final var isOver = false
  /// How much is going on that cannot be left in the middle, as it is in the middle of Foundation.
  final var unpausable = 0
  /// Whether a set or a dictionary is moving its keys to larger storage.
  final var isMovingKeys = false

  /// Keeps the first fault met where nothing can be thrown.
  final func note(_ abort: Abort) {
    if case .fault(let fault) = abort, pendingFault == nil { pendingFault = fault }
  }

  /// The same for a chain of publishers that was broken off in the middle.
  final func breakOff(_ abort: Abort) {
    note(abort)
    if case .fault(let fault) = abort, brokenOff == nil { brokenOff = fault }
  }

  /// Throws a fault that came where nothing could be thrown.
  final func raisePending() throws(Abort) {
    guard let fault = pendingFault else { return }
    pendingFault = nil
    throw .fault(fault)
  }

  /// Work that runs no code of the program, as steps of the activation.
  /// - Returns: false, with the fault noted, if there are none left.
  func takesSteps(_ count: Int) -> Bool { true }

  /// So many objects, subscriptions and closures have ended. Others may be looked after there, if that can be anywhere.
  func haveEnded(_ count: Int) {}

  /// Ends the activation at its next step: for what happens where nothing can be thrown.
  func stop(_ message: String) {}

  /// Does what takes long and runs no code of the program, while others are looked after.
  func aside(_ body: () -> Void) { body() }

  /// An operation on a long value, which counts as one step or none, has taken so long: the running code is looked at the sooner.
  func took(_ time: Duration) {}

  // MARK: What the program declares for its own types

  /// Looks for the type's own `==`, and keeps what it finds, or that there is none, in the type's table.
  func findEquality(of type: Nominal) -> FunctionValue? { nil }
  /// - Returns: whether the type has a `hash(into:)` of its own.
  func hash(_ value: Value, of type: Nominal, into hasher: inout Hasher) -> Bool { false }
  /// The last reference to an object has gone.
  /// - Parameter makeGhost: gives the object that stands in for it, which nobody else has.
  func runDeinitializers(of makeGhost: () -> Instance) {}

  // MARK: The present one

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    precondition(pthread_key_create(&key, nil) == 0, "a thread has room for one more value")
    return key
  }()

  /// The machine whose code runs on this thread: for functions that make values and have no other way to it.
  final class var running: AbstractMachine? {
    pthread_getspecific(key).map { Unmanaged<AbstractMachine>.fromOpaque($0).takeUnretainedValue() }
  }

  /// What chance gives to the code that runs on this thread.
  final class var random: RandomSource { running?.random ?? RandomSource() }

  final class func setRunning(_ machine: AbstractMachine?) {
    pthread_setspecific(key, machine.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
  }
}
