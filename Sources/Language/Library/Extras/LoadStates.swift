/// `LoadState`: what is to be loaded, and how far that has come; and stores that load when somebody watches them.
extension ExtrasLibrary {
  static func loadState() -> LibraryType {
    LibraryType(
      """
      enum LoadState<Value> { case idle; case loading(Value?); case loaded(Value); case failed(String) }
      extension LoadState: Equatable where Value: Equatable {}
      extension LoadState: Hashable where Value: Hashable {}
      """,
      [
        // What there is to show: of one that is loading, its placeholder.
        unary("var value: Value? { get }") { state in
          switch state.loadState {
          case ("loading", let placeholder): placeholder
          case ("loaded", let value): value.some
          default: .null
          }
        },
        unary("var isLoading: Bool { get }") { .bool($0.loadState.name == "loading") },
        unary("var failure: String? { get }") { state in
          let (name, value) = state.loadState
          return name == "failed" ? value : .null
        },
      ])
  }

  static func watchedLoads() -> [LibraryEntry] {
    [
      contextual(
        "func whileWatched<Value>(loading path: ReferenceWritableKeyPath<Self, LoadState<Value>>, "
          + "placeholder: Value? = nil, _ action: @escaping @MainActor () async throws -> Value) -> AnyCancellable"
      ) { call throws(Abort) in
        guard case .instance(let instance) = call[0].unboxed, let path = call[1].object(KeyPathObject.self) else {
          throw .trap("only an object can be watched")
        }
        let state = LoadedProperty(call, instance, path, placeholder: call[2])
        return WatchedTask.start(call, instance) { [action = call[3].closure] task throws(Abort) in
          try state.load(task) { () throws(Abort) in try action.call([]) }
        }
      }
    ]
  }
}

/// A property that says how far loading has come.
private final class LoadedProperty {
  private weak var instance: Instance?
  private let path: KeyPathObject
  private let placeholder: Value
  private let call: NativeCall
  private let cases: [EnumCase]

  init(_ call: NativeCall, _ instance: Instance, _ path: KeyPathObject, placeholder: Value) {
    self.instance = instance
    self.path = path
    self.placeholder = placeholder
    self.call = NativeCall(abstractMachine: call.abstractMachine, arguments: [], site: call.site)
    cases = path.type.argument(1).nominal?.cases ?? []
  }

  /// Loading, then loaded or failed; what was there before when the task was cancelled.
  func load(_ task: TaskState, _ action: () throws(Abort) -> Value) throws(Abort) -> Value {
    guard let instance else { return .void }
    let before = try path.get(.instance(instance))
    // What was loaded once is what is shown while it is loaded again.
    let (name, present) = before.loadState
    try set("loading", name == "loaded" ? present.some : placeholder)
    do throws(Abort) {
      let value = try action()
      if task.isCancelled { try write(before) } else { try set("loaded", value) }
    } catch {
      guard case .thrown(let thrown, _) = error else {
        if case .fault(let fault) = error { try set("failed", .string(fault.message)) }
        throw error
      }
      if task.isCancelled {
        try write(before)
      } else {
        try set("failed", .string(try call.localizedDescription(of: thrown.value)))
      }
    }
    return .void
  }

  private func set(_ name: String, _ value: Value) throws(Abort) {
    guard let found = cases.first(where: { $0.name == name }) else { return }
    try write(.payload(Payload(found, [value])))
  }

  private func write(_ state: Value) throws(Abort) {
    guard let instance else { return }
    var target = Value.instance(instance)
    try path.set(&target, state)
  }
}

extension Value {
  /// A `LoadState` taken apart.
  fileprivate var loadState: (name: String, value: Value) {
    switch unboxed {
    case .payload(let payload): (payload.enumCase.name, payload.values.first ?? .void)
    case .choice(let enumCase): (enumCase.name, .void)
    default: ("", .void)
    }
  }
}
