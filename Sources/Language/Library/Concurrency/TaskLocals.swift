/// `@TaskLocal`: a value for as long as an operation runs, which the tasks that it makes begin with.
final class TaskLocalObject: NativeObject {
  private let initial: Value

  init(_ initial: Value, type: Type) {
    self.initial = initial
    super.init(type: type)
  }

  private var key: ObjectIdentifier { ObjectIdentifier(self) }

  func value(in machine: Machine) -> Value { machine.taskLocals[key] ?? initial }

  func with(
    _ value: Value, in machine: Machine, _ operation: () throws(Abort) -> Value
  ) throws(Abort) -> Value {
    let outer = machine.taskLocals[key]
    machine.taskLocals[key] = value
    defer { machine.taskLocals[key] = outer }
    return try operation()
  }

  override func isEqual(to other: NativeObject) -> Bool { other === self }
  override func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension Machine {
  /// Those of the task that runs; what is none's, a block on a queue, has its own.
  fileprivate var taskLocals: [ObjectIdentifier: Value] {
    get { fiber?.task?.locals ?? localsOfNoTask }
    set { if let task = fiber?.task { task.locals = newValue } else { localsOfNoTask = newValue } }
  }
}

extension ConcurrencyLibrary {
  private static func taskLocal(_ call: NativeCall) throws(Abort) -> TaskLocalObject {
    guard let object = call[0].object(TaskLocalObject.self) else { throw .trap("this is no task local value") }
    return object
  }

  private static func reading(_ signature: String) -> LibraryEntry {
    contextual(signature) { call throws(Abort) in try taskLocal(call).value(in: call.machine) }
  }

  private static func binding(_ effects: (of: String, own: String)) -> LibraryEntry {
    contextual(
      "@discardableResult func withValue<R>(_ valueDuringOperation: Value, operation: () \(effects.of) -> R, "
        + "file: String = #fileID, line: UInt = #line) \(effects.own) -> R"
    ) { call throws(Abort) in
      let operation = call[2].closure
      return try taskLocal(call).with(call[1], in: call.machine) { () throws(Abort) in try operation.call() }
    }
  }

  static func taskLocals() -> [String: Table] {
    [
      "TaskLocal": {
        LibraryType(
          "@propertyWrapper final class TaskLocal<Value>: Sendable {}",
          [
            contextual("init(wrappedValue defaultValue: Value)") { call in
              .native(TaskLocalObject(call[0], type: call.result))
            },
            reading("var wrappedValue: Value { get }"), reading("func get() -> Value"),
            contextual("var projectedValue: TaskLocal<Value> { get }") { $0[0] },
            binding(("throws", "rethrows")), binding(("async throws", "async rethrows")),
          ], .wrapper)
      }
    ]
  }
}
