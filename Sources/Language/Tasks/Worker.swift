/// A thread for work that would hold the owner's for long: checking a long text, an operation of the library on much data.
///
/// Whoever hands it over waits for it, and serves others meanwhile. So nothing runs at the same time but the work and
/// what is answered from commits, which have nothing in common:
///
///     owner: run ─► wait, serve, wait, serve … ─► goes on
///     worker:  └──► work ─────────────────────────┘
///
/// Work can be asked to stand still in the middle, until its owner lets it go on; then the owner may do anything. Work that
/// touches nothing of the program (`apart`) need not be stood still for that.
internal import CCoroutine
internal import Glibc
internal import Synchronization

final class Worker {
  enum Phase {
    /// Has nothing to do.
    case resting
    case working
    /// Working on what nobody else knows: its owner need not wait.
    case apart
    /// Stands still until its owner lets it go on.
    case still
    case ending
  }

  /// As deep as a coroutine's: what is too deep there is too deep here.
  private static let stackBytes = 9 << 20

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  // Everything that changes is read and written with the mutex locked.
  private var phase = Phase.resting
  private var body: (() -> Void)?
  private let isAskedToStand = Atomic(false)

  /// Nil when the system has no thread for it.
  init?() {
    mutex = .allocate(capacity: 1)
    changed = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    var clock = pthread_condattr_t()
    pthread_condattr_init(&clock)
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &clock)
    pthread_condattr_destroy(&clock)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackBytes)
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let retained = Unmanaged.passRetained(self)
    let status = pthread_create(
      &thread, &attributes,
      { argument in
        Unmanaged<Worker>.fromOpaque(argument!).takeRetainedValue().serve()
        return nil
      }, retained.toOpaque())
    guard status == 0 else {
      retained.release()
      return nil
    }
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  private func become(_ next: Phase) {
    phase = next
    pthread_cond_broadcast(changed)
  }

  // MARK: The owner's side

  /// Hands over work. Only when it rests.
  func run(_ work: @escaping () -> Void) {
    locked {
      body = work
      become(.working)
    }
  }

  /// Lets it go on that stands still.
  func goOn() {
    isAskedToStand.store(false, ordering: .relaxed)
    locked { if phase == .still { become(.working) } }
  }

  /// It is to stand still as soon as it can.
  func askToStand() { isAskedToStand.store(true, ordering: .relaxed) }

  /// Waits until it rests or stands still, but not longer than that.
  /// - Returns: what it does by then.
  func wait(milliseconds: Int) -> Phase {
    let end = coroutine_moment(Int64(milliseconds))
    return locked {
      while phase == .working || phase == .apart {
        if !coroutine_await(changed, mutex, end) { break }
      }
      return phase
    }
  }

  /// Waits until nothing is left of the work. Only when it has been done.
  func forget() {
    locked { while phase != .resting { pthread_cond_wait(changed, mutex) } }
  }

  /// The thread ends. Only when it rests.
  func end() { locked { become(.ending) } }

  // MARK: The worker's side

  /// Stands still if it was asked to.
  func standIfAsked() {
    if isAskedToStand.load(ordering: .relaxed) { stand() }
  }

  private func stand() {
    locked {
      become(.still)
      while phase == .still { pthread_cond_wait(changed, mutex) }
    }
  }

  /// Does what touches nothing that others know.
  func apart<Result>(_ body: () -> Result) -> Result {
    locked { become(.apart) }
    let result = body()
    // Its owner may be doing anything by now.
    stand()
    return result
  }

  private func serve() {
    while runNext() { locked { if phase != .ending { become(.resting) } } }
  }

  /// A function of its own, so that nothing of the work is left when the worker rests.
  @inline(never)
  private func runNext() -> Bool {
    guard let work = next() else { return false }
    work()
    return true
  }

  private func next() -> (() -> Void)? {
    locked {
      while body == nil, phase != .ending { pthread_cond_wait(changed, mutex) }
      defer { body = nil }
      return body
    }
  }
}

/// Workers that have nothing to do. Of one thread, as whatever uses them; their threads end when it goes.
struct Workers: ~Copyable {
  private var idle: [Worker] = []
  /// Those beyond this end when they have done their work.
  private static let idleMax = 2
  /// How often others are looked after while work is waited for.
  static let tick = 4

  /// Nil when the system has no thread.
  mutating func take() -> Worker? { idle.popLast() ?? Worker() }

  mutating func giveBack(_ worker: Worker) {
    if idle.count < Self.idleMax { idle.append(worker) } else { worker.end() }
  }

  deinit {
    for worker in idle { worker.end() }
  }
}
