/// Operators that watch: `print`, `handleEvents`, `breakpoint`.
internal import Combine

extension CombineLibrary {
  static func debugging() -> [LibraryEntry] {
    [
      publishing(
        "func print(_ prefix: String = \"\", to stream: (any TextOutputStream)? = nil) -> Publishers.Print<Self>"
      ) {
        stage in
        PrintStage(stage)
      },
      publishing(
        """
        func handleEvents(
          receiveSubscription: ((any Subscription) -> Void)? = nil, receiveOutput: ((Output) -> Void)? = nil,
          receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil,
          receiveRequest: ((Subscribers.Demand) -> Void)? = nil) -> Publishers.HandleEvents<Self>
        """
      ) { stage in handleEvents(stage) },
      publishing(
        """
        func breakpoint(
          receiveSubscription: ((any Subscription) -> Bool)? = nil, receiveOutput: ((Output) -> Bool)? = nil,
          receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil) -> Publishers.Breakpoint<Self>
        """
      ) { stage in breakpoint(stage) },
      publishing("func breakpointOnError() -> Publishers.Breakpoint<Self>") { stage in
        let location = stage.call.location
        return stage.upstream.mapError { $0.fault == nil ? Abort.breakpoint(at: location) : $0 }
      },
    ]
  }

  /// Where the compiled program would stop in the debugger, the pipeline ends.
  private static func breakpoint(_ stage: StageCall) -> ValuePublisher {
    let (call, location) = (stage.call, stage.call.location)
    let stop = Value.fault(FaultBox(Abort.breakpoint(at: location).fault(at: location)))
    let fault = PredicateFault()
    func stopping(_ outcome: Value) {
      if outcome.isFault { _ = fault.answer(outcome, passing: true) }
      if case .bool(true) = outcome { _ = fault.answer(stop, passing: true) }
    }
    let subscription = call.optionalClosure(1)
    let output = call.optionalClosure(2)
    let completion = call.optionalClosure(3)
    let (machine, library) = (call.machine, call.machine.library)
    return stage.upstream.handleEvents(
      receiveSubscription: subscription.map { test in { stopping(test(machine.value($0))) } },
      receiveOutput: output.map { test in { stopping(test($0)) } },
      receiveCompletion: completion.map { test in
        { end in
          if case .failure(let error) = end, error.fault != nil { return }
          if case .bool(true) = test(library.value(of: end)) {
            machine.raise(Abort.breakpoint(at: location).fault(at: location))
          }
        }
      }
    ).replacing(fault).eraseToAnyPublisher()
  }

  private static func handleEvents(_ stage: StageCall) -> Publishers.Map<Publishers.HandleEvents<ValuePublisher>, Value>
  {
    let machine = stage.machine
    let call = stage.call
    let fault = PredicateFault()
    let subscription = call.optionalClosure(1).map { closure in
      { (subscription: any Subscription) in closure.run(machine.value(subscription)) }
    }
    let completion = call.optionalClosure(3).map { closure in
      { (completion: Subscribers.Completion<any Error>) in
        if case .failure(let error) = completion, error.fault != nil { return }
        closure.run(machine.library.value(of: completion))
      }
    }
    let cancel = call.optionalClosure(4).map { closure in { () in closure.run() } }
    let request = call.optionalClosure(5).map { closure in
      { (demand: Subscribers.Demand) in closure.run(machine.value(demand)) }
    }
    return stage.upstream.handleEvents(
      receiveSubscription: subscription, receiveOutput: call.optionalClosure(2).map { fault.watching($0) },
      receiveCompletion: completion, receiveCancel: cancel, receiveRequest: request
    ).replacing(fault)
  }
}

extension Abort {
  fileprivate static func breakpoint(at location: Location) -> Abort {
    .fault(Fault(message: "stopped at a breakpoint", location: location))
  }
}

extension PredicateFault {
  /// Runs a closure for its effect on each value.
  fileprivate func watching(_ closure: StageClosure) -> (Value) -> Void {
    { value in
      let outcome = closure(value)
      if outcome.isFault { _ = self.answer(outcome, passing: true) }
    }
  }
}

/// `print`: the library's own, writing values as the program's types have them written, to the host or to a stream of the
/// program. Each subscription's lines belong to the pipeline that made it.
private struct PrintStage: Publisher {
  typealias Output = Value
  typealias Failure = any Error

  private let upstream: ValuePublisher
  private let prefix: String
  private let target: Value
  private let output: Type
  private let call: NativeCall

  init(_ stage: StageCall) {
    upstream = stage.upstream
    prefix = stage[1].text
    target = stage[2]
    output = stage.source.output(stage.machine.library)
    call = stage.call.bare
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == any Error {
    let transcript = Transcript(call, target)
    // Both maps hand the upstream's own subscription through; the lines are those of a bare `print`.
    upstream
      .mapError { Described(error: $0, call: call) as any Error }
      .map { DescribedValue(value: $0, type: output, call: call) }
      .print(prefix, to: transcript)
      .map(\.value)
      .mapError { ($0 as? Described)?.error ?? $0 }
      .subscribe(subscriber)
  }
}

private struct DescribedValue: CustomStringConvertible {
  let value: Value
  let type: Type
  let call: NativeCall

  var description: String {
    if value.isFault { return Transcript.faultMark }
    return call.text(of: value, as: type)
  }
}

/// A failure with its text, for the transcript only.
private struct Described: Error, CustomStringConvertible {
  let error: any Error
  let description: String

  init(error: any Error, call: NativeCall) {
    self.error = error
    description = error.fault == nil ? call.text(of: error.value, as: .hole) : Transcript.faultMark
  }
}

extension NativeCall {
  /// What `print` writes of a value; a trap in the program's own description comes up when the activation ends.
  func text(of value: Value, as type: Type) -> String {
    do throws(Abort) {
      return try machine.activate { () throws(Abort) in try describe(value, as: type) }
    } catch {
      machine.raise(error.fault(at: location))
      return ""
    }
  }
}

/// Where the lines go. A fault leaves none: the compiled program would not have got so far.
private final class Transcript: TextOutputStream {
  static let faultMark = "\u{0}fault"

  private let call: NativeCall
  private let target: Value?
  private weak var pipeline: Pipeline?
  /// The library writes each line in three parts: nothing, the text, the line's end.
  private var line = ""

  init(_ call: NativeCall, _ target: Value) {
    self.call = call
    self.target = target.unwrapped
    pipeline = call.machine.program.registry.current
  }

  func write(_ part: String) {
    guard part == "\n" else {
      line += part
      return
    }
    let text = line
    line = ""
    if text.contains(Self.faultMark) { return }
    guard let target else {
      call.machine.program.host.printed(text, endsLine: true, by: pipeline)
      return
    }
    do throws(Abort) {
      try call.machine.activate { () throws(Abort) in
        for part in ["", text, part] { try call.machine.write(part, to: target) }
      }
    } catch {
      call.machine.raise(error.fault(at: call.location))
    }
  }
}

extension Machine {
  /// `write` of a program's own text output stream.
  fileprivate func write(_ line: String, to target: Value) throws(Abort) {
    guard let proto = library.type(named: "TextOutputStream"),
      let requirement = proto.members["write"]?.first,
      let write = witness(requirement, for: target, program.environment)
    else { throw .trap("this stream cannot be written to here") }
    _ = try invoke(write, receiver: target.unboxed, [.string(line)])
  }
}
