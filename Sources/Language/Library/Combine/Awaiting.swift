/// Publishers for `for await`, and the value of a future.
internal import Combine

extension CombineLibrary {
  static func awaiting() -> [LibraryEntry] {
    [
      contextual("var values: AsyncPublisher<Self> { get } where Failure == Never", values),
      contextual("var values: AsyncThrowingPublisher<Self> { get }", values),
    ]
  }

  private static func values(_ call: NativeCall) throws(Abort) -> Value {
    let stream = try call.publisher(0).stream
    return .native(MadeAsyncSequence(type: call.result) { AwaitedValues(stream, call, "values") })
  }

  static func asyncPublishers() -> [String: Table] {
    var types: [String: Table] = [:]
    for name in ["AsyncPublisher", "AsyncThrowingPublisher"] {
      types[name] = {
        LibraryType(
          "struct \(name)<P: Publisher>: AsyncSequence { typealias Element = P.Output; typealias Failure = P.Failure }",
          [contextual("init(_ publisher: P)", values)])
      }
    }
    return types
  }

  /// The value a future is fulfilled with. Cancelling the task does not end the wait.
  static func futureValue() -> [LibraryEntry] {
    func value(_ call: NativeCall) throws(Abort) -> Value {
      let values = AwaitedValues(try call.publisher(0).stream, call, "value")
      values.isCancellable = false
      guard let value = try values.next() else { throw .trap("the future ended without a value") }
      return value
    }
    return [
      contextual("var value: Output { get async } where Failure == Never", value),
      contextual("var value: Output { get async throws }", value),
    ]
  }
}

/// One walk over a publisher's values: each step asks for one value and waits for it.
///
/// Nothing is kept between steps; what a subject sends meanwhile is lost. Leaving the walk cancels the subscription.
private final class AwaitedValues: ElementSource {
  private let machine: Machine
  private let location: Location
  private let terminal: Terminal
  private var received: Value?
  private var end: Subscribers.Completion<any Error>?
  private var fault: Fault?
  private var isRequested = false
  private var waker: Waker?
  /// A cancelled task is at the end.
  var isCancellable = true

  init(_ stream: ValuePublisher, _ call: NativeCall, _ name: String) {
    machine = call.machine
    location = call.location
    terminal = Terminal(call, name, demand: .none)
    terminal.onFault = { [weak self] in
      self?.fault = $0
      self?.wake()
    }
    terminal.connect(stream) { [weak self] value in
      self?.note()
      self?.received = value
      self?.isRequested = false
      self?.wake()
    } complete: { [weak self] completion in
      self?.note()
      self?.end = completion
      self?.wake()
    }
  }

  deinit { terminal.cancel() }

  private func wake() {
    waker?.wake(isUndoable: true)
    waker = nil
  }

  /// What it gets may be undone, and it waits on.
  private func note() {
    UndoLog.current?.note { [weak self, received, isRequested, end, waker] in
      guard let self else { return }
      (self.received, self.isRequested, self.end, self.waker) = (received, isRequested, end, waker)
    }
  }

  func next() throws(Abort) -> Value? {
    while true {
      if let value = received {
        received = nil
        return value
      }
      if let fault {
        self.fault = nil
        end = .finished
        throw .fault(fault)
      }
      if let end {
        self.end = .finished
        if case .failure(let error) = end { throw (error as? Abort) ?? .thrown(error.value, at: location) }
        return nil
      }
      let task = isCancellable ? machine.fiber?.task : nil
      if task?.isCancelled == true {
        end = .finished
        terminal.cancel()
        return nil
      }
      guard isRequested else {
        isRequested = true
        terminal.request(.max(1))
        continue
      }
      var handler: Int?
      try machine.park { waker in
        self.waker = waker
        handler = task?.onCancel { waker.wake() }
      }
      if let handler { task?.removeHandler(handler) }
    }
  }
}
