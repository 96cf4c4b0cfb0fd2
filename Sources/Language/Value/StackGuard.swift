/// Watches the thread's own stack, so that deep recursion of any kind ends in a message and not in a crash.
internal import Glibc

/// A native stack, a thread's or a coroutine's: how far it reaches, and what is to be released later because it is nearly
/// full.
///
/// Whatever calls itself for the parts of a value, a publisher or a type asks for room first. What can throw throws
/// `Abort.nestedTooDeeply`; what cannot notes that fault with the machine and gives any answer.
final class StackGuard {
  /// Left for what runs without asking: destructors, the error's own path, the library.
  private static let reserveBytes = 512 * 1024
  /// Releasing stops to recurse a little earlier than running does.
  private static let releaseReserveBytes = 768 * 1024

  /// The lowest address that running code may use.
  private var limit: UInt
  private var releaseLimit: UInt
  private let top: UInt
  /// Where the stack really ends, if what is used at first is only a part of it.
  private var low: UInt?
  /// Whether more than the first part was used: it holds on to much memory then, and is not worth keeping.
  private(set) var isDeep = false
  private var buried: [Any] = []
  private var isDraining = false

  private convenience init() {
    let (low, size) = Self.bounds()
    self.init(low: low, size: size)
  }

  /// Of a stack that is not the thread's first.
  /// - Parameter usually: how much of it most code needs, if that is less.
  convenience init(low: UInt, size: Int, usually: Int) {
    self.init(low: low + UInt(size - usually), size: usually)
    self.low = low
  }

  private init(low: UInt, size: Int) {
    top = low + UInt(size)
    limit = low + UInt(min(Self.reserveBytes, size / 4))
    releaseLimit = low + UInt(min(Self.releaseReserveBytes, size / 3))
  }

  /// What lies below the part that most code needs is used from now on.
  @inline(never)
  private func takeAll() -> Bool {
    guard let low else { return false }
    self.low = nil
    isDeep = true
    limit = low + UInt(Self.reserveBytes)
    releaseLimit = low + UInt(Self.releaseReserveBytes)
    return Self.position > limit
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { pointer in
      if let pointer { Unmanaged<StackGuard>.fromOpaque(pointer).release() }
    }
    return key
  }()

  /// The present thread's.
  static var current: StackGuard {
    if let known = pthread_getspecific(key) { return Unmanaged<StackGuard>.fromOpaque(known).takeUnretainedValue() }
    let made = StackGuard()
    pthread_setspecific(key, Unmanaged.passRetained(made).toOpaque())
    return made
  }

  /// Another stack is the present one from now on; gives back the one that was.
  static func exchange(_ next: StackGuard) -> StackGuard {
    let outer = current
    // The thread's own guard is retained by its place here; it comes back before the thread ends.
    if outer !== next { pthread_setspecific(key, Unmanaged.passUnretained(next).toOpaque()) }
    return outer
  }

  @inline(__always)
  var hasRoom: Bool { Self.position > limit || takeAll() }

  /// Whether as much is left as is in use. What goes up a chain of publishers comes down it, and goes up again, on the same
  /// stack: a subscription is answered inside of the call that asks for it, and asked for values inside of that.
  static var hasHalf: Bool {
    let guardian = current
    let used = guardian.top - position
    if position > guardian.limit + used { return true }
    return guardian.takeAll() && position > guardian.limit + used
  }

  /// Of the present stack.
  static var bytesUsed: Int { Int(current.top - position) }

  /// The address of the present frame.
  @inline(__always)
  static var position: UInt {
    var probe: UInt8 = 0
    return withUnsafeMutablePointer(to: &probe) { UInt(bitPattern: $0) }
  }

  /// Whether the present stack has room for one more level.
  static var hasRoom: Bool { current.hasRoom }

  /// One level of a walk over a value that cannot throw. Whoever wanted its answer is stopped.
  @inline(__always)
  static func descend<T>(otherwise answer: T, _ body: () -> T) -> T {
    if current.takesDeeperLevel { return body() }
    AbstractMachine.running?.note(.nestedTooDeeply)
    return answer
  }

  /// One level of a chain of publishers. Nobody waits for an answer: the activation is stopped.
  @inline(__always)
  static func descend<T>(breakingOff answer: T, _ body: () -> T) -> T {
    if current.takesDeeperLevel { return body() }
    AbstractMachine.running?.breakOff(.nestedTooDeeply)
    return answer
  }

  @inline(__always)
  private var takesDeeperLevel: Bool {
    levelsLeft -= 1
    return hasRoom && (levelsLeft >= 0 || takesMoreLevels())
  }

  /// One level of a walk that needs no more of the stack than others. False when the activation has no steps left.
  static func takesLevel() -> Bool { takesLevels(1) }

  /// The same for so many at once, or for what takes as long: elements that are compared one by one.
  static func takesLevels(_ count: Int) -> Bool {
    let guardian = current
    guardian.levelsLeft -= count
    return guardian.levelsLeft >= 0 || guardian.takesMoreLevels()
  }

  /// Levels until the machine is asked for more.
  private var levelsLeft = levelsAtOnce
  private static let levelsAtOnce = 4096

  /// Such a walk runs no code of the program that would count, and a list that holds itself twice in each of forty steps has a
  /// million million parts. So eight levels, which take about as long, count as a step.
  private func takesMoreLevels() -> Bool {
    guard AbstractMachine.running?.takesSteps((Self.levelsAtOnce - levelsLeft) / 8) ?? true else {
      levelsLeft = 0
      return false
    }
    levelsLeft = Self.levelsAtOnce
    return true
  }

  // MARK: Releasing

  // Long chains of objects are released one inside the other. Where the stack is nearly full, the rest of the chain is
  // kept here and released later, from the top. Every class that one of its kind can be inside of says so in its `deinit`.
  //
  // What ends is counted there too: a variable that is given another value may be the end of a hundred thousand objects.

  /// Ends until the machine is asked to look after others.
  private var endsLeft = endsAtOnce
  private static let endsAtOnce = 512

  @inline(__always)
  private func countEnd() {
    endsLeft -= 1
    if endsLeft < 0 { lookAfterOthers() }
  }

  @inline(never)
  private func lookAfterOthers() {
    endsLeft = Self.endsAtOnce
    AbstractMachine.running?.haveEnded(Self.endsAtOnce)
  }

  static func release(_ values: inout [Value]) {
    let guardian = current
    guardian.countEnd()
    if values.isEmpty { return }
    guard position < guardian.releaseLimit else { return }
    guardian.buried.append(values)
    values = []
  }

  static func release(_ value: inout Value) {
    guard value.mayHoldValues else { return }
    let guardian = current
    guardian.countEnd()
    guard position < guardian.releaseLimit else { return }
    guardian.buried.append(value)
    value = .void
  }

  /// Keeps something until there is room to release it; does nothing if there is.
  /// - Returns: whether it is kept.
  @discardableResult
  static func postpone(_ subject: @autoclosure () -> Any?) -> Bool {
    let guardian = current
    guardian.countEnd()
    guard position < guardian.releaseLimit else { return false }
    if let subject = subject() { guardian.buried.append(subject) }
    return true
  }

  /// Releases what was put off.
  func drain() {
    guard !buried.isEmpty, !isDraining else { return }
    isDraining = true
    while buried.popLast() != nil {}
    isDraining = false
  }

  private static func bounds() -> (low: UInt, size: Int) {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    guard getThreadAttributes(pthread_self(), attributes) == 0 else { return (0, 0) }
    defer { pthread_attr_destroy(attributes) }
    var base: UnsafeMutableRawPointer?
    var size = 0
    guard pthread_attr_getstack(attributes, &base, &size) == 0, let base else { return (0, 0) }
    // A main thread's stack grows up to a limit that may be huge; eight MiB are counted on.
    let top = UInt(bitPattern: base) + UInt(size)
    let usable = min(size, 8 << 20)
    return (top - UInt(usable), usable)
  }
}

/// glibc's `pthread_getattr_np`, a GNU extension that the Glibc overlay leaves out.
@_silgen_name("pthread_getattr_np")
private func getThreadAttributes(_ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>) -> Int32
