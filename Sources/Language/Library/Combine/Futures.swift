/// Publishers that are made by a closure of the program: `Deferred`, `Future`, `Record`.
internal import Combine

extension CombineLibrary {
  static func madeByClosures() -> [String: Table] {
    [
      "Deferred": {
        LibraryType(
          """
          struct Deferred<DeferredPublisher: Publisher>: Publisher {
            typealias Output = DeferredPublisher.Output
            typealias Failure = DeferredPublisher.Failure
          }
          """,
          [
            contextual("init(createPublisher: @escaping () -> DeferredPublisher)") { call in
              let create = call.closure(0)
              return call.made(StackCheckpoint(Deferred { create(all: []).inner }.eraseToAnyPublisher()))
            }
          ])
      },
      "Future": {
        LibraryType(
          """
          final class Future<Output, Failure: Error>: Publisher { typealias Promise = (Result<Output, Failure>) -> Void }
          """,
          [
            contextual("init(_ attemptToFulfill: @escaping (@escaping (Result<Output, Failure>) -> Void) -> Void)") {
              call throws(Abort) in try future(call)
            }
          ] + futureValue())
      },
      "Record": { LibraryType("struct Record<Output, Failure: Error>: Publisher {}", record()) },
      "Record.Recording": {
        LibraryType("struct Recording { typealias Input = Output }", recording())
      },
    ]
  }

  /// The closure runs at once; what it is given fulfils the future, now or later, from a queue or a timer.
  private static func future(_ call: NativeCall) throws(Abort) -> Value {
    let (machine, location, attempt) = (call.machine, call.location, call[0].closure)
    var abort: Abort?
    let future = Future<Value, any Error> { promise in
      let keep = NativeFunction { values throws(Abort) in
        guard let outcome = values.first?.completed(at: location) else { return .void }
        promise(outcome.mapError { $0 as any Error })
        try machine.raisePending()
        return .void
      }
      do throws(Abort) {
        _ = try machine.activate { () throws(Abort) in try attempt.call(.function(keep)) }
      } catch {
        abort = error
      }
    }
    if let abort { throw abort.at(location) }
    return .native(FutureObject(future.eraseToAnyPublisher(), type: call.result))
  }

  private static func record() -> [LibraryEntry] {
    func make(_ call: NativeCall, _ output: [Value], _ completion: Value) -> Value {
      .native(RecordObject(output, completion, call))
    }
    return [
      contextual("init(record: (inout Record<Output, Failure>.Recording) -> Void)") { call throws(Abort) in
        var recording = Value.native(RecordingObject(type: call.recordingType))
        _ = try callChanging(call[0].closure, &recording)
        let made = recording.recording
        return make(call, made.output, made.completion ?? call.finished)
      },
      contextual("init(recording: Record<Output, Failure>.Recording)") { call in
        make(call, call[0].recording.output, call[0].recording.completion ?? call.finished)
      },
      contextual("init(output: [Output], completion: Subscribers.Completion<Failure>)") { call in
        make(call, call[0].items, call[1])
      },
      contextual("var recording: Record<Output, Failure>.Recording { get }") { call in
        guard let object = call[0].object(RecordObject.self) else { return .void }
        return .native(RecordingObject(object.values, object.completion, type: call.result))
      },
    ]
  }

  private static func recording() -> [LibraryEntry] {
    [
      contextual("init()") { call in .native(RecordingObject(type: call.result)) },
      contextual("init(output: [Output], completion: Subscribers.Completion<Failure> = .finished)") { call in
        .native(RecordingObject(call[0].items, call[1], type: call.result))
      },
      unary("var output: [Output] { get }") { .array($0.recording.output) },
      contextual("var completion: Subscribers.Completion<Failure> { get }") { call in
        call[0].recording.completion ?? call.finished
      },
      mutating("mutating func receive(_ input: Output)") { value, operands throws(Abort) in
        try value.record { (output: inout [Value], completion: inout Value?) in output.append(operands[0]) }
      },
      mutating("mutating func receive(completion: Subscribers.Completion<Failure>)") { value, operands throws(Abort) in
        try value.record { (output: inout [Value], completion: inout Value?) in completion = operands[0] }
      },
    ]
  }
}

/// A `Future`.
final class FutureObject: SourceObject {
  init(_ stream: ValuePublisher, type: Type) { super.init(stream, type: type) }
}

/// A `Record`.
private final class RecordObject: SourceObject {
  let values: [Value]
  let completion: Value

  init(_ values: [Value], _ completion: Value, _ call: NativeCall) {
    self.values = values
    self.completion = completion
    let stream = Combine.Record<Value, any Error>(output: values, completion: completion.completion(at: call.location))
    super.init(stream.eraseToAnyPublisher(), type: call.result)
  }
}

/// A `Record.Recording`: a value, so changing it makes another.
private final class RecordingObject: NativeObject {
  let output: [Value]
  /// `nil` as long as nothing but values was recorded.
  let completion: Value?

  init(_ output: [Value] = [], _ completion: Value? = nil, type: Type) {
    self.output = output
    self.completion = completion
    super.init(type: type)
  }
}

extension Value {
  fileprivate var recording: (output: [Value], completion: Value?) {
    object(RecordingObject.self).map { ($0.output, $0.completion) } ?? ([], nil)
  }

  fileprivate mutating func record(_ change: (inout [Value], inout Value?) -> Void) throws(Abort) -> Value {
    guard let object = object(RecordingObject.self) else { return .void }
    if object.completion != nil { throw .trap("Receiving values or completions after a completion is not allowed") }
    var (output, completion) = (object.output, object.completion)
    self = .void
    change(&output, &completion)
    try ValueSize.check(output.count)
    self = .native(RecordingObject(output, completion, type: object.type))
    return .void
  }

  /// A `Result` of the program.
  func completed(at location: Location) -> Result<Value, Abort>? {
    guard case .payload(let payload) = unboxed, let value = payload.values.first else { return nil }
    return payload.enumCase.name == "success" ? .success(value) : .failure(value.failure(at: location))
  }
}

extension NativeCall {
  fileprivate var finished: Value { machine.library.value(of: .finished) }
  fileprivate var recordingType: Type {
    guard let nominal = result.nominal, let nested = machine.library.nestedType(of: nominal, named: "Recording") else {
      return .hole
    }
    return .nominal(nested, result.genericArguments)
  }
}
