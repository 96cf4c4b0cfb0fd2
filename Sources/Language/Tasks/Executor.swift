/// Where code runs, as far as a program can tell: the main queue, a place beside it, a queue of its own.
///
/// All of it is the engine's one thread. What differs is the answer to `Thread.isMainThread`, the warning about publishing
/// from elsewhere, and that a serial queue begins its next block only when the one before has ended, however long that
/// waits.
final class Executor {
  enum Kind: Equatable {
    case main
    /// Where tasks and asynchronous functions run that belong to no actor.
    case shared
    case global
    case serial
    case concurrent
  }

  let kind: Kind
  let label: String
  /// What the program keeps with the queue, by its keys.
  var specifics: [ObjectIdentifier: (key: Value, value: Value)] = [:]
  private var pending: [Block] = []
  private var isBusy = false
  private var suspensions = 0
  /// Who asked for `sync` while it was busy: they come before the blocks behind them.
  private var waiters: [Waker] = []

  private struct Block {
    let body: () throws(Abort) -> Void
    let completion: (Abort?) -> Void
  }

  init(_ kind: Kind, label: String) {
    self.kind = kind
    self.label = label
  }

  var isMain: Bool { kind == .main }

  /// Begins a block now, if the queue is free; else when its turn comes.
  /// - Parameter completion: called when the block has ended, before the next one begins.
  func begin(
    _ machine: Machine, _ body: @escaping () throws(Abort) -> Void, completion: @escaping (Abort?) -> Void = { _ in }
  ) {
    guard kind == .serial else {
      machine.launch(on: self, body) { abort in
        completion(abort)
        if let abort { machine.report(abort) }
      }
      return
    }
    pending.append(Block(body: body, completion: completion))
    drain(machine)
  }

  /// Runs `body` here and now, within the caller's activation; on a serial queue, when its turn comes.
  func sync(_ machine: Machine, _ body: () throws(Abort) -> Value) throws(Abort) -> Value {
    guard machine.executor !== self || kind == .global || kind == .concurrent else {
      throw .fault("BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread")
    }
    let outer = machine.executor
    if kind == .serial {
      // A block like any other as far as its place in the queue goes; what it does is done by who asked.
      while isBusy { try machine.park { waiters.append($0) } }
      isBusy = true
    }
    machine.executor = self
    do throws(Abort) {
      let value = try body()
      leaveSync(machine, outer)
      return value
    } catch {
      leaveSync(machine, outer)
      throw error
    }
  }

  private func leaveSync(_ machine: Machine, _ outer: Executor) {
    machine.executor = outer
    guard kind == .serial else { return }
    isBusy = false
    if wakeWaiter() { return }
    guard !pending.isEmpty else { return }
    _ = machine.program.schedule(atNanoseconds: machine.program.host.nowNanoseconds) { [self] in drain(machine) }
  }

  private func wakeWaiter() -> Bool {
    guard !waiters.isEmpty else { return false }
    waiters.removeFirst().wake()
    return true
  }

  // MARK: Holding back

  func suspend() { suspensions += 1 }

  func resume(_ machine: Machine) {
    suspensions = max(0, suspensions - 1)
    guard suspensions == 0, !pending.isEmpty else { return }
    _ = machine.program.schedule(atNanoseconds: machine.program.host.nowNanoseconds) { [self] in drain(machine) }
  }

  private func drain(_ machine: Machine) {
    while !isBusy, suspensions == 0, !pending.isEmpty {
      let block = pending.removeFirst()
      isBusy = true
      var isSynchronous = true
      machine.launch(on: self, block.body) { [weak self] abort in
        block.completion(abort)
        if let abort { machine.report(abort) }
        self?.isBusy = false
        if self?.wakeWaiter() == true { return }
        // A block that waited: the next one gets a turn of its own.
        if !isSynchronous { self?.drain(machine) }
      }
      isSynchronous = false
    }
  }
}

extension Machine {
  /// Goes on elsewhere: behind everything that is ready there.
  func hop(to target: Executor) throws(Abort) {
    guard executor !== target else { return }
    executor = target
    guard fiber != nil else { return }
    try yield()
  }
}
