// The requests that programs make most, by name.
public import ClientConnection
public import Wire

extension CombineClient {
  /// The value at a path, however long it is.
  /// - Throws: `refused` with `notFound`; `violation` when it is of another type.
  public func get<Value: RemoteValue>(_ path: String, as type: Value.Type = Value.self) async throws(ClientError)
    -> Value
  {
    let result = try await whole(path)
    guard let value = Value(json: result.value) else {
      throw .violation("\(path) is not of type \(Value.self): \(result.value)")
    }
    return value
  }

  private func whole(_ path: String) async throws(ClientError) -> StoreGet.Result {
    do throws(ClientError) { return try await call(StoreGet.self, .init(path: path)) } catch {
      guard error.isTooLarge else { throw error }
    }
    var value = WholeValue(path: path)
    while true {
      if let whole = try value.add(try await call(StoreGet.self, value.next)) { return whole }
    }
  }

  /// Sets the value at a path, as an assignment in the daemon would; what follows from it synchronously has happened when
  /// this returns.
  @discardableResult
  public func set(_ path: String, to value: some RemoteValue) async throws(ClientError) -> StoreSet.Result {
    try await call(StoreSet.self, .init(path: path, value: value.json))
  }

  /// Calls a method of a store, and waits until it has returned.
  /// - Parameter arguments: an object by label (`_` for one without, `_0`, `_1`, … by position), or an array in order.
  /// - Throws: `refused` with `trap` or `thrown`.
  @discardableResult
  public func callMethod(_ path: String, _ arguments: JSONValue = .object([])) async throws(ClientError)
    -> StoreCall.Result
  {
    try await call(StoreCall.self, .init(path: path, arguments: arguments))
  }

  /// The same of a method that returns something.
  /// - Throws: `violation` when that is of another type.
  public func callMethod<Value: RemoteValue>(
    _ path: String, _ arguments: JSONValue = .object([]), as type: Value.Type
  ) async throws(ClientError) -> Value {
    let result = try await callMethod(path, arguments)
    guard let value = Value(json: result.value ?? .null) else {
      throw .violation("\(path) has not returned \(Value.self): \(result.text ?? result.type)")
    }
    return value
  }

  /// Evaluates Swift in the daemon.
  /// - Throws: `refused` with `diagnostics`, `trap` or `thrown`.
  @discardableResult
  public func evaluate(_ source: String, file: String? = nil) async throws(ClientError) -> ProgramEval.Result {
    try await call(ProgramEval.self, .init(SourceParams(source: source, file: file)))
  }
}
