/// `sink`, `assign`, and what keeps them.
internal import Combine

extension CombineLibrary {
  static func sinks() -> [LibraryEntry] {
    [
      contextual(
        "func sink(receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, "
          + "receiveValue: @escaping (Output) -> Void) -> AnyCancellable"
      ) { call throws(Abort) in
        try sink(call, completion: call[1].closure, value: call[2].closure)
      },
      contextual("func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable where Failure == Never") {
        call throws(Abort) in try sink(call, completion: nil, value: call[1].closure)
      },
    ]
  }

  private static func sink(
    _ call: NativeCall, completion: FunctionValue?, value: FunctionValue
  ) throws(Abort) -> Value {
    let stream = try call.publisher(0).stream
    let work = call.machine.program.begin(call)
    if work?.isOver ?? false { return .native(CancellableObject(calledOff: call.result)) }
    let terminal = Terminal(call, "sink", work)
    let library = call.machine.library
    terminal.connect(stream) { element throws(Abort) in
      _ = try value.call(element)
    } complete: { end throws(Abort) in
      if let completion { _ = try completion.call(library.value(of: end)) }
    }
    try call.machine.raisePending()
    return .native(CancellableObject(terminal.token(), type: call.result, pipeline: terminal.pipeline))
  }

  static func assigns() -> [LibraryEntry] {
    [
      contextual(
        "func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable "
          + "where Failure == Never"
      ) { call throws(Abort) in
        let stream = try call.publisher(0).stream
        guard let path = call[1].object(KeyPathObject.self) else { throw .trap("not a key path") }
        let target = call[2]
        let work = call.machine.program.begin(call)
        if work?.isOver ?? false { return .native(CancellableObject(calledOff: call.result)) }
        let terminal = Terminal(call, "assign", work)
        call.machine.program.registry.assign(terminal.pipeline, to: path.propertyName, of: target.object)
        let published = target.object?.type.storedProperties.first { $0.isPublished && $0.name == path.propertyName }
        let machine = call.machine
        // The object is kept alive until the end, as the compiled program has it.
        terminal.connect(stream) { [location = call.location] element throws(Abort) in
          if let published, machine.isDubious, let object = target.object {
            machine.warn(on: object, published.name, at: location)
          }
          var root = target
          try path.set(&root, element)
        }
        try call.machine.raisePending()
        return .native(CancellableObject(terminal.token(), type: call.result, pipeline: terminal.pipeline))
      },
      contextual("func assign(to published: inout Published<Output>.Publisher) where Failure == Never") {
        call throws(Abort) in
        let stream = try call.publisher(0).stream
        guard let target = try call.publisher(1) as? PropertyPublisher else {
          throw .trap("only a @Published property can be assigned to here")
        }
        try target.assign(stream, call)
        try call.machine.raisePending()
        return .void
      },
    ]
  }

  // MARK: Cancellables

  static func cancellables() -> [String: Table] {
    [
      "Cancellable": { LibraryType("protocol Cancellable { func cancel() }", storing()) },
      "AnyCancellable": {
        LibraryType(
          "final class AnyCancellable: Cancellable, Hashable {}",
          [
            contextual("init(_ cancel: @escaping () -> Void)") { call in
              let (cancel, work) = (call.closure(0), call.machine.program.begin(call))
              if work?.isOver ?? false { return .native(CancellableObject(calledOff: call.result)) }
              let token = AnyCancellable {
                work?.end()
                cancel.run()
              }
              return .native(CancellableObject(token, type: call.result))
            },
            contextual("init<C: Cancellable>(_ canceller: C)") { call throws(Abort) in
              .native(try CancellableObject.wrapping(call[0], call))
            },
            unary("func cancel()") { value throws(Abort) in
              switch value.unboxed {
              case .native(let object as CancellableObject): object.token.cancel()
              case .native(let object as ConnectionObject): object.connection.cancel()
              default: throw .trap("not a cancellable of the library")
              }
              return .void
            },
          ])
      },
    ]
  }

  private static func storing() -> [LibraryEntry] {
    [
      storing("func store(in set: inout Set<AnyCancellable>)") { set, token throws(Abort) in
        try withMembers(&set) { members throws(Abort) in _ = members.insert(token) }
      },
      storing(
        "func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable"
      ) { collection, token throws(Abort) in
        try withItems(&collection) { items throws(Abort) in items.append(token) }
      },
    ]
  }

  /// The collection is changed in place; the receiver comes as the other operand.
  private static func storing(
    _ signature: String, _ add: @escaping (inout Value, Value) throws(Abort) -> Void
  ) -> LibraryEntry {
    mutating(signature) { collection, operands throws(Abort) in
      try add(&collection, .native(try CancellableObject.wrapping(operands[0], nil)))
      return .void
    }
  }
}

extension CancellableObject {
  /// The `AnyCancellable` of any cancellable; one that is one already stays the same.
  static func wrapping(_ value: Value, _ call: NativeCall?) throws(Abort) -> CancellableObject {
    switch value.unboxed {
    case .native(let object as CancellableObject) where call == nil: return object
    case .native(let object as CancellableObject):
      let token = object.token
      return CancellableObject(AnyCancellable { token.cancel() }, type: object.type, pipeline: object.pipeline)
    case .native(let object as ConnectionObject):
      let connection = object.connection
      return CancellableObject(AnyCancellable { connection.cancel() }, type: object.type)
    case .native(let object as SubscriptionObject):
      let subscription = object.subscription
      return CancellableObject(AnyCancellable { subscription.cancel() }, type: call?.result ?? .hole)
    case .instance(let instance):
      guard let machine = instance.machine else { throw .trap("this cannot be cancelled") }
      return CancellableObject(AnyCancellable { machine.cancel(instance) }, type: machine.library.cancellable)
    default: throw .trap("this cannot be cancelled")
    }
  }
}

extension Machine {
  /// `cancel()` of a class of the program.
  fileprivate func cancel(_ instance: Instance) {
    do throws(Abort) {
      try activate { () throws(Abort) in
        guard let requirement = library.type(named: "Cancellable")?.members["cancel"]?.first,
          let method = witness(requirement, for: .instance(instance), program.environment)
        else { throw .trap("'\(instance.className)' has no 'cancel()'") }
        _ = try invoke(method, receiver: .instance(instance), [])
      }
    } catch {
      raise(error.fault(at: .unknown))
    }
  }
}
