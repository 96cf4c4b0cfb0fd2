/// Subjects: publishers that a program sends values to.
internal import Combine

/// A subject of either kind. Its publisher is the library's subject itself.
class SubjectObject: SourceObject {
  let subject: AnySubject

  init<S: Subject>(_ subject: S, type: Type) where S.Output == Value, S.Failure == any Error {
    self.subject = AnySubject(subject)
    super.init(AnyPublisher(subject), type: type)
  }

  deinit { StackGuard.postpone((subject, stream)) }

  static func subject(_ value: Value) throws(Abort) -> SubjectObject {
    switch value.unboxed {
    case .native(let object as SubjectObject): return object
    case .instance(let instance):
      guard let machine = instance.machine else { break }
      return SubjectObject(ProgramSubject(value.unboxed, machine), type: machine.dynamicType(value, .hole))
    default: break
    }
    throw .trap("this is no subject")
  }
}

/// A `CurrentValueSubject`.
final class CurrentValueObject: SubjectObject {
  let holder: CurrentValueSubject<Value, any Error>

  init(_ value: Value, type: Type) {
    holder = CurrentValueSubject(value)
    super.init(holder, type: type)
  }

  deinit { StackGuard.postpone(holder) }

  var value: Value {
    get throws(Abort) {
      if case .fault(let box) = holder.value { throw .fault(box.fault) }
      return holder.value
    }
  }
}

extension CombineLibrary {
  static func subjects() -> [String: Table] {
    [
      "Subject": { LibraryType("protocol Subject<Output, Failure>: AnyObject, Publisher {}", sending()) },
      "PassthroughSubject": {
        LibraryType(
          "final class PassthroughSubject<Output, Failure: Error>: Subject {}",
          [
            contextual("init()") { call in
              .native(SubjectObject(PassthroughSubject<Value, any Error>(), type: call.result))
            }
          ])
      },
      "CurrentValueSubject": {
        LibraryType(
          "final class CurrentValueSubject<Output, Failure: Error>: Subject {}",
          [
            contextual("init(_ value: Output)") { call in
              .native(CurrentValueObject(call[0], type: call.result))
            },
            reference("var value: Output { get set }") { call throws(Abort) in
              try call[0].object(CurrentValueObject.self)?.value ?? .void
            } set: { call, value throws(Abort) in
              call[0].object(CurrentValueObject.self)?.holder.value = value
              try call.machine.raisePending()
            },
          ])
      },
    ]
  }

  private static func sending() -> [LibraryEntry] {
    [
      contextual("func send(_ value: Output)") { call throws(Abort) in
        try SubjectObject.subject(call[0]).subject.send(call[1])
        try call.machine.raisePending()
        return .void
      },
      contextual("func send() where Output == Void") { call throws(Abort) in
        try SubjectObject.subject(call[0]).subject.send(.void)
        try call.machine.raisePending()
        return .void
      },
      contextual("func send(subscription: any Subscription)") { call throws(Abort) in
        let subscription = try call.machine.subscription(call[1])
        try SubjectObject.subject(call[0]).subject.send(subscription: subscription)
        try call.machine.raisePending()
        return .void
      },
      contextual("func send(completion: Subscribers.Completion<Failure>)") { call throws(Abort) in
        try SubjectObject.subject(call[0]).subject.send(completion: call[1].completion(at: call.location))
        try call.machine.raisePending()
        return .void
      },
    ]
  }
}
