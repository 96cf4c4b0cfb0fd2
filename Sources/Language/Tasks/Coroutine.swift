/// Native stacks that running code can leave and come back to.
///
/// An interpreted activation is Swift closures calling each other, with the library's operators in between. To let it wait
/// without holding the engine's thread, the whole native stack has to stay as it is: hence coroutines with stacks of their
/// own. Threads that hand a baton on would do too, but a switch would cost microseconds instead of tens of nanoseconds,
/// ten thousand of them would be a burden for the system, and thread-local state would be torn apart.
///
/// All coroutines of a program run on its one thread. What Swift keeps per thread survives that: the set of accesses in
/// progress, which debug builds check for exclusivity, is a list that tolerates ends out of order, and an access that is
/// held while its activation waits is in progress indeed.
internal import CCoroutine

final class Coroutine {
  /// What the two sides of a switch share. It does not move, and nothing on the coroutine's stack retains anything.
  private struct Core {
    var inside = coroutine_context()
    var outside = coroutine_context()
    var body: (() -> Void)?
  }

  /// Reserved, not used up: pages are committed as they are touched. Deep recursion must end in a message here too.
  private static let stackBytes = 64 << 20
  /// What goes deeper than this gives its memory back when it has ended.
  private static let usualBytes = 8 << 20

  let values: ValueStack
  let stack: StackGuard
  private var memory: coroutine_memory
  private let core: UnsafeMutablePointer<Core>

  /// Whether the process has so many that only who must may have one more: a statement or a call, which may be what ends those that wait.
  static var areMany: Bool { coroutine_memories_are_many() }

  /// Nil when the system has no memory for another one.
  init?() {
    var memory = coroutine_memory()
    guard coroutine_memory_map(&memory, ValueStack.slotsMax * MemoryLayout<Value>.stride, Self.stackBytes) else {
      return nil
    }
    self.memory = memory
    values = ValueStack(at: memory.values.assumingMemoryBound(to: Value.self))
    stack = StackGuard(low: UInt(bitPattern: memory.low), size: Self.stackBytes, usually: Self.usualBytes)
    core = .allocate(capacity: 1)
    core.initialize(to: Core())
    coroutine_prepare(&core.pointee.inside, &self.memory, { Coroutine.begin($0!) }, core)
  }

  /// Only when nothing runs on it: the stack must hold nothing that wants to be released.
  deinit {
    values.discard()
    coroutine_dispose(&core.pointee.inside)
    core.deinitialize(count: 1)
    core.deallocate()
    coroutine_memory_unmap(&memory)
  }

  /// Lets `body` run until it ends or leaves. Between bodies the coroutine can be used again.
  func run(_ body: @escaping () -> Void) {
    core.pointee.body = body
    enter()
  }

  /// Goes on where the body left.
  func enter() {
    let outer = StackGuard.exchange(stack)
    coroutine_switch(&core.pointee.outside, &core.pointee.inside, false)
    _ = StackGuard.exchange(outer)
  }

  /// From inside: back to whoever entered, until somebody enters again.
  func leave() { coroutine_switch(&core.pointee.inside, &core.pointee.outside, false) }

  /// The bottom of the stack. Never returns; a coroutine that is not used any more rests in the switch.
  private static func begin(_ pointer: UnsafeMutableRawPointer) {
    let core = pointer.assumingMemoryBound(to: Core.self)
    while true {
      runBody(core)
      coroutine_switch(&core.pointee.inside, &core.pointee.outside, false)
    }
  }

  /// A function of its own, so that what the body holds is released before the coroutine rests.
  @inline(never)
  private static func runBody(_ core: UnsafeMutablePointer<Core>) {
    guard let body = core.pointee.body else { return }
    core.pointee.body = nil
    body()
  }
}

/// Coroutines that have done their work, for the next ones: making one is a system call and a few page faults.
struct CoroutinePool {
  private var idle: [Coroutine] = []
  /// What a burst leaves behind beyond this goes back to the system.
  private static let idleMax = 16

  var isEmpty: Bool { idle.isEmpty }

  mutating func take() -> Coroutine? { idle.popLast() ?? Coroutine() }

  mutating func giveBack(_ coroutine: Coroutine) {
    if idle.count < Self.idleMax, !coroutine.stack.isDeep { idle.append(coroutine) }
  }
}
