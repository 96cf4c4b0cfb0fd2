/// Operators that do something about failures. A fault is none of them: it goes on as the value that it stands for.
internal import Combine

extension CombineLibrary {
  static func failing() -> [LibraryEntry] {
    [
      publishing(
        "func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P) -> Publishers.Catch<Self, P> "
          + "where Output == P.Output"
      ) { stage in
        let handler = stage.closure(1)
        let (upstream, machine) = (stage.upstream, stage.machine)
        return stage.forPipeline { pipeline in
          upstream.catch { error in
            error.fault == nil ? handler(error.value).inner(for: pipeline, machine) : error.value.inner
          }.eraseToAnyPublisher()
        }
      },
      publishing(
        "func tryCatch<P: Publisher>(_ handler: @escaping (Failure) throws -> P) -> Publishers.TryCatch<Self, P> "
          + "where Output == P.Output"
      ) { stage in
        let handler = stage.closure(1)
        let (upstream, machine) = (stage.upstream, stage.machine)
        return stage.forPipeline { pipeline in
          upstream.tryCatch { error in
            error.fault == nil ? try handler.trying(error.value).inner(for: pipeline, machine) : error.value.inner
          }.eraseToAnyPublisher()
        }
      },
      publishing(
        "func replaceError(with output: Output) -> Publishers.ReplaceError<Self>", known: "replaceError(with:)"
      ) { stage in
        let output = stage[1]
        return stage.upstream.faultsAsValues.replaceError(with: output).failable
      },
      publishing("func retry(_ retries: Int) -> Publishers.Retry<Self>", known: "retry(_:)") { stage throws(Abort) in
        // For ever, where the number is nil.
        let retries = try stage[1].unwrapped.map { value throws(Abort) in try count(value) }
        let (upstream, machine, location) = (stage.upstream, stage.machine, stage.call.location)
        return stage.forPipeline { pipeline in
          let attempt = upstream.attributed(to: pipeline, machine).faultsAsValues
          return Publishers.Retry(upstream: attempt.counted(machine, location), retries: retries).eraseToAnyPublisher()
        }
      },
      publishing("func assertNoFailure(_ prefix: String = \"\") -> Publishers.AssertNoFailure<Self>") { stage in
        let prefix = stage[1].text
        let call = stage.call.bare
        return stage.upstream.mapError { error in
          if error.fault != nil { return error }
          let text = call.text(of: error.value, as: .hole)
          return Abort.fault(
            Fault(message: "\(prefix.isEmpty ? "" : prefix + ": ")unexpected failure: \(text)", location: call.location)
          )
        }
      },
    ]
  }
}

extension ValuePublisher {
  /// Each subscription is a step of the activation.
  fileprivate func counted(_ machine: Machine, _ location: Location) -> ValuePublisher {
    Deferred {
      do throws(Abort) {
        try machine.activate { () throws(Abort) in try machine.step() }
        return self
      } catch {
        return Just(Value.fault(FaultBox(error.fault(at: location)))).failable.eraseToAnyPublisher()
      }
    }.eraseToAnyPublisher()
  }

  /// Faults that come as failures are emitted instead, so that what is done about failures does not touch them. Only
  /// stages that keep something back send faults as failures, and a failure of another kind passes unchanged.
  fileprivate var faultsAsValues: ValuePublisher {
    FaultEmitter(upstream: self).eraseToAnyPublisher()
  }
}

private struct FaultEmitter: Publisher {
  typealias Output = Value
  typealias Failure = any Error

  let upstream: ValuePublisher

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == any Error {
    upstream.subscribe(Receiver(downstream: subscriber))
  }

  private struct Receiver<Downstream: Subscriber>: Subscriber
  where Downstream.Input == Value, Downstream.Failure == any Error {
    let downstream: Downstream
    let asked = Asked()
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: any Subscription) {
      // Whoever fails after it has subscribed is given another, so that its failure can be heard.
      guard asked.begin(subscription) else { return subscription.cancel() }
      downstream.receive(subscription: asked)
    }

    func receive(_ value: Value) -> Subscribers.Demand {
      asked.take()
      return asked.add(downstream.receive(value))
    }

    func receive(completion: Subscribers.Completion<any Error>) {
      guard case .failure(let error) = completion, let fault = error.fault else {
        downstream.receive(completion: completion)
        return
      }
      // Nobody has asked for a value: then it is a fault of the running code.
      if asked.isForMore {
        _ = downstream.receive(.fault(FaultBox(fault)))
      } else {
        AbstractMachine.running?.note(.fault(fault))
      }
      downstream.receive(completion: .finished)
    }
  }

  /// What the downstream has asked for, and has not got.
  private final class Asked: Subscription, Undoable {
    private var upstream: (any Subscription)?
    private var demand = Subscribers.Demand.none
    private var hasBegun = false
    /// The log that its memory is noted in.
    var mark = UndoLog.birth

    func restoring() -> () -> Void {
      let (upstream, demand) = (upstream, demand)
      return { (self.upstream, self.demand) = (upstream, demand) }
    }

    var isForMore: Bool { demand > .none }

    /// - Returns: false if it has begun before.
    func begin(_ subscription: any Subscription) -> Bool {
      guard !hasBegun else { return false }
      hasBegun = true
      upstream = subscription
      return true
    }

    func take() {
      guard demand > .none, demand != .unlimited else { return }
      note()
      demand -= 1
    }

    func add(_ more: Subscribers.Demand) -> Subscribers.Demand {
      guard more > .none else { return more }
      note()
      demand += more
      return more
    }

    func request(_ more: Subscribers.Demand) {
      note()
      demand += more
      upstream?.request(more)
    }

    func cancel() {
      note()
      upstream?.cancel()
      upstream = nil
    }
  }
}
