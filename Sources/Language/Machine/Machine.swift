internal import Synchronization

/// What all running code of one program shares: the value stack, the budget of the activation, the way out to the host.
///
/// Engine thread only. What belongs to the activation that is running stands in fields of the machine, where calls reach
/// it fastest; `Fiber` exchanges it when one activation leaves and another goes on.
final class Machine: AbstractMachine {
  let program: ProgramCore
  let library: Library
  var limits: Limits
  private(set) var stack = StackGuard.current
  private var values = ValueStack()
  private var end: Frame
  private(set) var top: Frame
  private var depth = 0
  /// Whether something runs.
  var isActive: Bool { depth > 0 }
  /// Steps until the activation is looked at, and those it has left after that.
  private var fuel = 0
  private var reserve = 0
  /// How often an activation was looked at.
  private var looks = 0
  /// What it has made grow since it was looked at, in bytes, and what was in use when that was first done.
  private var grown = 0
  private var baseline: Int?
  /// Its number: a new one whenever something begins or goes on.
  private(set) var activation = 0
  /// What the function that is returning returns.
  var result: Value = .void
  /// The properties of objects that are being changed where they are: `&object.property`.
  var accesses: [(object: ObjectIdentifier, slot: Int)] = []
  /// How many writes of watched properties have begun.
  var writesBegun = 0
  /// The write of a store's property that is not over: what is written and begun meanwhile follows from it.
  var writing: OngoingWrite?
  /// The pipeline, by its number, of which a compound assignment, a mutating method or the like is writing something;
  /// 0 if none is.
  private var editor = 0
  /// The activation that is running, if it can wait.
  private(set) var fiber: Fiber?
  /// The main queue, and where tasks run that belong to no actor.
  let main = Executor(.main, label: "com.apple.main-thread")
  let shared = Executor(.shared, label: "")
  /// `DispatchQueue.global()`, of any quality.
  let global = Executor(.global, label: "com.apple.root.default-qos")
  /// Where the running code believes to be.
  var executor: Executor
  /// What waits, and what runs it.
  let fibers = Fibers()
  /// Threads for what would hold everybody.
  var workers = Workers()
  /// An operation of the library runs on a thread of its own.
  private var isAside = false
  private var reasonToStopAfterwards: String?
  /// The same, for the thread that it runs on.
  private let isToStopAside = Atomic(false)
  /// What operations on long values have taken since they last led to a look, by the machine's own clock: nothing depends on it
  /// but when others are looked after.
  private var unlooked = Duration.zero
  private static let unlookedMax = Duration.milliseconds(2)
  /// Tasks that were cancelled, until they have ended: what begins in the place of one supersedes it.
  var givenUp: [TaskState] = []
  /// What `@TaskLocal` properties are for code that is no task's.
  var localsOfNoTask: [ObjectIdentifier: Value] = [:]
  /// How types of the library meet requirements in this program: its extensions have a part in that.
  var witnesses: [Nominal: [ObjectIdentifier: Declaration?]] = [:]
  /// Whether a `deinit` is running.
  var isDeinitializing = false
  /// What has been warned of, so that it is said once.
  var warned: Set<String> = []
  /// What a program has one of, by name: the default notification centre.
  var singles: [String: Value] = [:]
  /// Who is to know what is read now: `withObservationTracking`, the innermost last.
  var observations: [PropertyReads] = []
  /// What parts of the library keep for the program.
  private var states: [ObjectIdentifier: any LibraryState] = [:]

  init(program: ProgramCore, limits: Limits) {
    self.program = program
    library = program.library
    self.limits = limits
    end = values.end
    top = values.base
    executor = main
    super.init(random: program.host.random)
    program.home.abstractMachine = self
  }

  /// The program is closed: lets go of what it remembers.
  func forget() {
    (singles, states, givenUp, warned, witnesses) = ([:], [:], [], [], [:])
    // Objects and closures that outlive the program hold the machine, and neither threads nor stacks.
    workers = Workers()
    fibers.letGoOfStacks()
    guard depth == 0 else { return }
    values = ValueStack(0)
    end = values.end
    top = values.base
  }

  /// What a part of the library keeps for the program; made when it is first asked for.
  func state<State: LibraryState>(_ kind: State.Type = State.self) -> State {
    let key = ObjectIdentifier(kind)
    if let known = states[key] { return unsafeDowncast(known, to: kind) }
    let made = State()
    states[key] = made
    return made
  }

  deinit {
    program.home.abstractMachine = nil
    if Machine.running === self { Machine.setRunning(nil) }
  }

  // MARK: What values ask for

  override func findEquality(of type: Nominal) -> FunctionValue? { type.findEquality(self) }

  override func hash(_ value: Value, of type: Nominal, into hasher: inout Hasher) -> Bool {
    type.customHash(value, &hasher, self)
  }

  override func runDeinitializers(of makeGhost: () -> Instance) {
    // What the object held goes with it, and inside the activation of its end.
    guard depth == 0 else { return deinitialize(makeGhost()) }
    do throws(Abort) {
      try activate { deinitialize(makeGhost()) }
    } catch { report(error) }
  }

  // MARK: Activations

  /// Whether code of the program is running.
  var isRunning: Bool { depth > 0 }

  /// Enters from outside: a statement, a timer, a client's write. Inside a running activation it is part of that one.
  func activate<T>(_ body: () throws(Abort) -> T) throws(Abort) -> T {
    if depth == 0 {
      if isOver { throw .ended }
      stack = StackGuard.current
      begin()
      pendingFault = nil
      brokenOff = nil
    }
    guard stack.hasRoom else { throw fiber?.isAbandoned == true ? .ended : .nestedTooDeeply }
    depth += 1
    defer {
      depth -= 1
      if depth == 0 { program.output.flush() }
    }
    let value = try lettingGo(body)
    try raisePending()
    if depth == 1, let fault = brokenOff.take() { throw .fault(fault) }
    return value
  }

  /// The same for somebody who only looks: what chance gives meanwhile is nothing that the program misses.
  func look<T>(_ body: () throws(Abort) -> T) throws(Abort) -> T {
    random.beginLook()
    defer { random.endLook() }
    return try activate(body)
  }

  /// What is let go of late belongs to the activation too: a `deinit` that runs then takes steps of its budget, or one that
  /// makes another object of its kind would go on for ever.
  @inline(__always)
  private func lettingGo<T>(_ body: () throws(Abort) -> T) throws(Abort) -> T {
    do throws(Abort) {
      let value = try body()
      if depth == 1 { stack.drain() }
      return value
    } catch {
      if depth == 1 { stack.drain() }
      throw error
    }
  }

  // MARK: Frames

  @inline(__always)
  func enter(_ size: Int) throws(Abort) -> Frame {
    let frame = top
    let next = frame + size
    fuel -= 1
    depth += 1
    if next > end || depth > limits.callDepth || fuel < 0 || !stack.hasRoom { try makeRoom(next) }
    top = next
    return frame
  }

  /// More slots, if that is all that is missing.
  private func makeRoom(_ next: Frame) throws(Abort) {
    guard depth <= limits.callDepth, stack.hasRoom, values.grow(to: next) else {
      depth -= 1
      throw tooDeep()
    }
    end = values.end
    guard fuel < 0 else { return }
    do throws(Abort) { try look() } catch {
      depth -= 1
      throw error
    }
  }

  @inline(__always)
  func leave(_ frame: Frame, _ size: Int) {
    // The last first, as Swift lets go of variables.
    var index = size
    while index > 0 {
      index -= 1
      frame[index] = .void
    }
    top = frame
    depth -= 1
  }

  /// One turn of a loop.
  @inline(__always)
  func step() throws(Abort) {
    fuel -= 1
    if fuel < 0 { try look() }
  }

  /// Work of the library that grows with its input counts too.
  func spend(_ count: Int) throws(Abort) {
    fuel -= count
    if fuel < 0 { try look() }
  }

  override func takesSteps(_ count: Int) -> Bool {
    do throws(Abort) {
      try spend(count)
      return true
    } catch {
      note(error)
      return false
    }
  }

  /// Work and memory that a subscription to an operator is counted as.
  private static let (subscriptionSteps, subscriptionBytes) = (10, 1024)

  /// An operator is about to be subscribed to. A publisher that is made of itself, twice in each of forty steps, has a
  /// million million subscriptions, and runs no code of the program that would count.
  /// - Returns: false, with the fault noted, without room on the stack, steps or memory: then it goes no further.
  func takesSubscription() -> Bool {
    guard StackGuard.hasHalf else {
      breakOff(.nestedTooDeeply)
      return false
    }
    do throws(Abort) {
      try spend(Self.subscriptionSteps)
      grown += Self.subscriptionBytes
      if grown > Self.growth { try measure() }
      return true
    } catch {
      breakOff(error)
      return false
    }
  }

  // MARK: Aside

  /// Does it on a thread of its own, and has the host look after others meanwhile. What is done runs no code of the
  /// program; it may count its steps.
  override func aside(_ body: () -> Void) {
    guard !isAside, Machine.running === self, let worker = workers.take() else { return body() }
    isAside = true
    withoutActuallyEscaping(body) { body in
      worker.run { [self] in
        Machine.setRunning(self)
        body()
        Machine.setRunning(nil)
      }
      while worker.wait(milliseconds: Workers.tick) == .working { _ = program.host.didRun(canPause: false) }
      worker.forget()
    }
    isAside = false
    workers.giveBack(worker)
    // Meanwhile it could not be left, and looks at it have passed.
    lookSoon()
    if let reason = reasonToStopAfterwards.take() {
      isToStopAside.store(false, ordering: .relaxed)
      stop(reason)
    }
  }

  override func took(_ time: Duration) {
    unlooked += time
    guard unlooked > Self.unlookedMax else { return }
    unlooked = .zero
    lookSoon()
  }

  /// An operation of the library on values of some bulk.
  @inline(__always)
  func operate(on bulk: Value.Bulk, _ body: () throws(Abort) -> Value) throws(Abort) -> Value {
    if bulk.isEmpty || bulk == .code { return try body() }
    return try operateOnMany(bulk, body)
  }

  @inline(never)
  private func operateOnMany(_ bulk: Value.Bulk, _ body: () throws(Abort) -> Value) throws(Abort) -> Value {
    if bulk.isSubset(of: [.much, .long]), bulk.contains(.much) { return try aside(body) }
    let begin = SuspendingClock.now
    defer { took(SuspendingClock.now - begin) }
    return try body()
  }

  func aside(_ body: () throws(Abort) -> Value) throws(Abort) -> Value {
    var result: Result<Value, Abort> = .success(.void)
    aside { () -> Void in
      do throws(Abort) { result = .success(try body()) } catch { result = .failure(error) }
    }
    // What was stopped says why.
    if case .failure(.ended) = result { try raisePending() }
    return try result.get()
  }

  // MARK: What ends

  /// Whoever lets go of values outside of any activation can be interrupted.
  private var isLettingGo = false

  /// Each end is a step. It is not left there: nobody knows what is half done around it. Outside of activations values are let
  /// go of in the middle of the host's own changes, where nobody may look after others unless it says so.
  override func haveEnded(_ count: Int) {
    guard depth > 0 else {
      if isLettingGo { _ = program.host.didRun(canPause: false) }
      return
    }
    unpausable += 1
    do throws(Abort) { try spend(count) } catch { note(error) }
    unpausable -= 1
  }

  /// Lets go of values at the end of a transaction, say, and has the host look after others meanwhile.
  func lettingGo(_ body: () -> Void) {
    let outer = isLettingGo
    isLettingGo = true
    body()
    isLettingGo = outer
  }

  private func tooDeep() -> Abort {
    if fiber?.isAbandoned == true { return .ended }
    return .fault("stack overflow: more than \(limits.callDepth) nested calls, or expressions too deep")
  }

  // MARK: The budget

  /// Steps between two looks at an activation. A look costs what ten steps do; a step may be one of the library that
  /// takes microseconds.
  private static let slice = 1024
  /// Looks between two at the memory in use, for which the kernel is asked.
  private static let looksPerMeasure = 64
  /// Bytes of large values between two looks.
  private static let growth = 16 << 20

  private func begin() {
    activation += 1
    Machine.setRunning(self)
    fuel = min(Self.slice, limits.stepsPerActivation)
    reserve = limits.stepsPerActivation - fuel
    grown = 0
    baseline = nil
  }

  /// What is being changed where it is would be seen to be changed by whoever runs meanwhile.
  private var canPause: Bool { fiber != nil && accesses.isEmpty && !isDeinitializing && unpausable == 0 }

  /// A slice is used up: whether there is another.
  private func look() throws(Abort) {
    if fiber?.isAbandoned == true { throw .ended }
    if isAside {
      if isToStopAside.load(ordering: .relaxed) { throw .ended }
    } else if program.host.didRun(canPause: canPause) {
      try pause()
    }
    let next = min(reserve, max(Self.slice, -fuel))
    reserve -= next
    fuel += next
    guard fuel >= 0 else {
      try raisePending()
      throw .fault("stopped after \(limits.stepsPerActivation) steps: a loop without end?")
    }
    looks &+= 1
    if looks % Self.looksPerMeasure == 0 { try measure() }
  }

  /// The next step is one at which the activation is looked at.
  private func lookSoon() {
    guard fuel > 0 else { return }
    reserve += fuel
    fuel = 0
  }

  /// A value of so many elements is about to be made, of which some are new.
  func grow(to count: Int, adding addition: Int, bytes: Int = MemoryLayout<Value>.stride) throws(Abort) {
    guard count <= limits.valueCount else {
      throw .fault("a value of \(count) elements is larger than the limit of \(limits.valueCount)")
    }
    // At each power of two an array moves to another place.
    let moves = count.leadingZeroBitCount != (count - addition).leadingZeroBitCount
    grown += (moves ? count : addition) * bytes
    guard grown > Self.growth else { return }
    try measure()
    // So much takes its time, in few steps.
    lookSoon()
  }

  override func stop(_ message: String) {
    if isAside {
      reasonToStopAfterwards = message
      isToStopAside.store(true, ordering: .relaxed)
      return
    }
    note(.fault(message))
    (fuel, reserve) = (-1, 0)
  }

  private func measure() throws(Abort) {
    grown = 0
    var inUse = program.host.memoryInUse
    if inUse > limits.processBytes {
      // Much of it may only not have been given back yet.
      program.host.giveBackMemory()
      inUse = program.host.memoryInUse
    }
    guard inUse <= limits.processBytes else {
      (reserve, fuel) = (0, -1)
      throw .fault(
        "stopped because \(inUse >> 20) MiB of memory are in use, more than the \(limits.processBytes >> 20) MiB of "
          + "'limits.process'")
    }
    guard let baseline else {
      baseline = inUse
      return
    }
    guard inUse - baseline > limits.memoryBytes else { return }
    reserve = 0
    fuel = -1
    throw .fault("stopped after taking \(limits.memoryBytes >> 20) MiB of memory: does something grow without end?")
  }

  // MARK: Calls

  func call(_ function: CompiledFunction, captures: [Value], _ arguments: [Value]) throws(Abort) -> Value {
    try function.prepare()
    let size = function.frameSize
    let frame = try enter(size)
    for (index, value) in arguments.enumerated() where index < function.parameterCount { frame[index] = value }
    return try run(function, frame, size, captures)
  }

  @inline(__always)
  func call(_ function: CompiledFunction, captures: [Value], _ first: Value) throws(Abort) -> Value {
    try function.prepare()
    let size = function.frameSize
    let frame = try enter(size)
    if function.parameterCount > 0 { frame[0] = first }
    return try run(function, frame, size, captures)
  }

  /// The frame holds the arguments; what the body leaves behind is let go of.
  @inline(__always)
  func run(_ function: CompiledFunction, _ frame: Frame, _ size: Int, _ captures: [Value]) throws(Abort) -> Value {
    if !captures.isEmpty {
      var slot = function.parameterCount
      for value in captures {
        frame[slot] = value
        slot += 1
      }
    }
    do throws(Abort) {
      let value = try function.code(frame)
      leave(frame, size)
      return value
    } catch {
      leave(frame, size)
      throw error.leaving(function)
    }
  }
}

// MARK: Leaving and going on

extension Machine {
  /// What belongs to one activation and stays with it while it waits.
  struct Registers {
    fileprivate var stack: StackGuard
    fileprivate var values: ValueStack
    fileprivate var top: Frame
    fileprivate var depth = 0
    fileprivate var fuel = 0
    fileprivate var reserve = 0
    fileprivate var grown = 0
    fileprivate var baseline: Int?
    fileprivate var result = Value.void
    fileprivate var pendingFault: Fault?
    fileprivate var brokenOff: Fault?
    fileprivate var fiber: Fiber?
    fileprivate var executor: Executor
    fileprivate var writing: OngoingWrite?
    fileprivate var editor = 0

    /// Of an activation that begins.
    init(_ fiber: Fiber, on coroutine: Coroutine) {
      stack = coroutine.stack
      values = coroutine.values
      top = coroutine.values.base
      self.fiber = fiber
      executor = fiber.executor
    }

    fileprivate init(_ machine: Machine) {
      stack = machine.stack
      values = machine.values
      top = machine.top
      depth = machine.depth
      fuel = machine.fuel
      reserve = machine.reserve
      grown = machine.grown
      baseline = machine.baseline
      result = machine.result
      pendingFault = machine.pendingFault
      brokenOff = machine.brokenOff
      fiber = machine.fiber
      executor = machine.executor
      writing = machine.writing
      editor = machine.editor
    }
  }

  /// Whether the pipeline that is running changes something where it is.
  var isEditing: Bool { editor != 0 && editor == program.registry.current?.id }

  /// What is written until `endEdit` is changed where it is, by the pipeline that is running.
  /// - Returns: what `endEdit` wants.
  @inline(__always)
  func beginEdit() -> Int { beginEdit(by: program.registry.current?.id ?? 0) }

  @inline(__always)
  func beginEdit(by pipeline: Int) -> Int {
    let outer = editor
    editor = pipeline
    return outer
  }

  @inline(__always)
  func endEdit(_ outer: Int) { editor = outer }

  /// Puts another activation's registers in place, and gives back those that were there.
  func exchange(_ registers: Registers) -> Registers {
    let outer = Registers(self)
    stack = registers.stack
    values = registers.values
    end = values.end
    top = registers.top
    depth = registers.depth
    fuel = registers.fuel
    reserve = registers.reserve
    grown = registers.grown
    baseline = registers.baseline
    activation += 1
    result = registers.result
    pendingFault = registers.pendingFault
    brokenOff = registers.brokenOff
    fiber = registers.fiber
    executor = registers.executor
    writing = registers.writing
    editor = registers.editor
    return outer
  }

  /// An activation goes on: with a new budget if it has waited, with what it had left if it was paused, and with none if it
  /// is given up.
  func refuel(isAbandoned: Bool, wasPaused: Bool) {
    if wasPaused { Machine.setRunning(self) } else { begin() }
    if isAbandoned { (fuel, reserve) = (-1, 0) }
  }
}

extension Abort {
  /// A fault without a place takes this one; one that comes out of a call adds the call to its stack.
  func at(_ location: Location) -> Abort {
    guard case .fault(var fault) = self else { return self }
    if fault.line == 0 {
      fault.location = location
    } else if fault.isLeaving, location.line > 0, fault.stack.count < Fault.stackMax {
      fault.stack.append(Fault.Call(location: location))
    }
    fault.isLeaving = false
    return .fault(fault)
  }

  /// On its way out of a function.
  func leaving(_ function: CompiledFunction) -> Abort {
    let context = function.context
    guard case .fault(var fault) = self, context.kind != .topLevel, !context.isOfScript else { return self }
    fault.leave(context.displayName)
    return .fault(fault)
  }

  static func fault(_ message: String) -> Abort {
    .fault(Fault(message: message, location: .unknown))
  }
}

/// What a part of the library keeps for each program: the machine holds it.
protocol LibraryState: AnyObject {
  init()
}
