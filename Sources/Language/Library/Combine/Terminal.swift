/// The end of a chain: a `sink` or an `assign`, with its pipeline.
///
/// A fault that arrives, and one of the terminal's own closure, cancels the chain, marks the pipeline as failed and tells
/// the host; the rest of the program goes on.
internal import Combine

final class Terminal: Undoable {
  let pipeline: Pipeline
  private let machine: Machine
  private var program: ProgramCore { machine.program }
  private let location: Location
  private var upstream: (any Subscription)?
  /// What is asked for as soon as there is somebody to ask.
  private var demand: Subscribers.Demand
  /// Called with a fault, in place of the host.
  var onFault: ((Fault) -> Void)?

  init(_ call: NativeCall, _ name: String, _ work: BegunWork? = nil, demand: Subscribers.Demand = .unlimited) {
    self.demand = demand
    machine = call.machine
    location = call.location
    pipeline = call.machine.program.registry.begin(location: call.location, text: call.site.text, terminal: name)
    pipeline.work = work
    pipeline.chainType = call.type("Self")
    pipeline.last = (try? call.publisher(0))?.site
  }

  deinit { StackGuard.postpone(upstream) }

  /// The log that its memory is noted in.
  var mark = UndoLog.birth

  func restoring() -> () -> Void {
    let (upstream, demand) = (upstream, demand)
    return { (self.upstream, self.demand) = (upstream, demand) }
  }

  private var isLive: Bool {
    if case .live = pipeline.state { return true }
    return false
  }

  // MARK: Connecting

  /// Subscribes, and asks for what it was made to ask for: everything, if nothing else was said.
  /// - Parameters:
  ///   - receive: what to do with each value.
  ///   - complete: what to do at an end that is not a fault.
  func connect(
    _ stream: ValuePublisher, receive: @escaping (Value) throws(Abort) -> Void,
    complete: @escaping (Subscribers.Completion<any Error>) throws(Abort) -> Void = { _ in }
  ) {
    program.registry.run(pipeline) {
      stream.subscribe(TerminalSubscriber(self, receive: receive, complete: complete))
    }
    // If it had never begun, nobody would hear of its end.
    UndoLog.current?.note { [weak self] in
      self?.pipeline.work = nil
      self?.cancel()
    }
    // The operators that are there now have their numbers for good.
    _ = pipeline.stages
  }

  /// The subscriber by itself, for a publisher that the program declares.
  func subscriber(
    receive: @escaping (Value) throws(Abort) -> Void,
    complete: @escaping (Subscribers.Completion<any Error>) throws(Abort) -> Void
  ) -> AnySubscriber<Value, any Error> {
    AnySubscriber(TerminalSubscriber(self, receive: receive, complete: complete))
  }

  /// What keeps the chain alive: when it goes, the chain is cancelled.
  func token() -> AnyCancellable { AnyCancellable { self.cancel() } }

  func cancel() {
    guard program.registry.end(pipeline, .cancelled) else { return }
    // What the chain's own code prints at its end, in `receiveCancel`, is the pipeline's.
    program.registry.run(pipeline) { release()?.cancel() }
  }

  private func release() -> (any Subscription)? {
    note()
    defer { upstream = nil }
    return upstream
  }

  // MARK: Events

  fileprivate func begin(_ subscription: any Subscription) {
    guard upstream == nil, isLive else {
      subscription.cancel()
      return
    }
    note()
    upstream = subscription
    pipeline.canceller = { [weak self] in self?.cancel() }
    if demand > .none { subscription.request(demand) }
  }

  /// Asks for more.
  func request(_ more: Subscribers.Demand) {
    note()
    guard let upstream else {
      demand += more
      return
    }
    program.registry.run(pipeline) { upstream.request(more) }
  }

  fileprivate func receive(_ value: Value, _ body: @escaping (Value) throws(Abort) -> Void) {
    guard isLive else { return }
    if case .fault(let box) = value {
      fail(box.fault)
      return
    }
    if let gate = pipeline.gate, gate.holds(value, { [self] in pass($0, body) }) { return }
    pass(value, body)
  }

  private func pass(_ value: Value, _ body: (Value) throws(Abort) -> Void) {
    guard isLive else { return }
    pipeline.count(value, at: program.host.dateNanoseconds)
    run { () throws(Abort) in try body(value) }
  }

  fileprivate func complete(
    _ completion: Subscribers.Completion<any Error>,
    _ body: @escaping (Subscribers.Completion<any Error>) throws(Abort) -> Void
  ) {
    guard isLive else { return }
    if case .failure(let error) = completion, let fault = error.fault {
      fail(fault)
      return
    }
    if let gate = pipeline.gate, gate.holdsEnd({ [self] in complete(completion, body) }) { return }
    let subscription = release()
    run { () throws(Abort) in try body(completion) }
    if program.registry.end(pipeline, .finished) { program.host.finished(pipeline) }
    withExtendedLifetime(subscription) {}
  }

  private func run(_ body: () throws(Abort) -> Void) {
    program.registry.run(pipeline) {
      do throws(Abort) {
        try machine.activate(body)
      } catch {
        fail(error.fault(at: location))
      }
    }
  }

  private func fail(_ fault: Fault) {
    guard program.registry.end(pipeline, .failed(fault)) else { return }
    release()?.cancel()
    if let onFault { return onFault(fault) }
    program.host.failed(pipeline, with: fault)
  }
}

/// What the chain sees of its end. Keeps the closures no longer than the subscription lasts.
private final class TerminalSubscriber: Subscriber {
  typealias Input = Value
  typealias Failure = any Error

  private let terminal: Terminal
  private let birth = UndoLog.birth
  private var onValue: ((Value) throws(Abort) -> Void)?
  private var onCompletion: ((Subscribers.Completion<any Error>) throws(Abort) -> Void)?

  init(
    _ terminal: Terminal, receive: @escaping (Value) throws(Abort) -> Void,
    complete: @escaping (Subscribers.Completion<any Error>) throws(Abort) -> Void
  ) {
    self.terminal = terminal
    onValue = receive
    onCompletion = complete
  }

  deinit { StackGuard.postpone((terminal, onValue, onCompletion)) }

  func receive(subscription: any Subscription) { terminal.begin(subscription) }

  func receive(_ value: Value) -> Subscribers.Demand {
    if let onValue { terminal.receive(value, onValue) }
    return .none
  }

  func receive(completion: Subscribers.Completion<any Error>) {
    guard let onCompletion else { return }
    UndoLog.current(for: birth)?.note { [onValue, onCompletion] in
      (self.onValue, self.onCompletion) = (onValue, onCompletion)
    }
    onValue = nil
    self.onCompletion = nil
    terminal.complete(completion, onCompletion)
  }
}
