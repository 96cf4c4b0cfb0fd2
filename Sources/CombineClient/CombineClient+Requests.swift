// The requests that programs make most, by name.
public import ClientConnection
public import Wire

extension CombineClient {
  /// The value at a path.
  /// - Throws: `refused` with `notFound`; `violation` when it is of another type.
  public func get<Value: RemoteValue>(_ path: String, as type: Value.Type = Value.self) async throws(ClientError)
    -> Value
  {
    let result = try await call(StoreGet.self, .init(path: path))
    guard let value = Value(json: result.value) else {
      throw .violation("\(path) is not of type \(Value.self): \(result.value)")
    }
    return value
  }

  /// Sets the value at a path, as an assignment in the daemon would; what follows from it synchronously has happened when
  /// this returns.
  @discardableResult
  public func set(_ path: String, to value: some RemoteValue) async throws(ClientError) -> StoreSet.Result {
    try await call(StoreSet.self, .init(path: path, value: value.json))
  }

  /// Evaluates Swift in the daemon.
  /// - Throws: `refused` with `diagnostics`, `trap` or `thrown`.
  @discardableResult
  public func evaluate(_ source: String, file: String? = nil) async throws(ClientError) -> ProgramEval.Result {
    try await call(ProgramEval.self, .init(source: source, file: file))
  }
}
