/// `Result`.
extension StandardLibrary {
  static func result() -> LibraryType {
    LibraryType(
      """
      enum Result<Success, Failure: Error> { case success(Success); case failure(Failure) }
      extension Result: Equatable where Success: Equatable, Failure: Equatable {}
      extension Result: Hashable where Success: Hashable, Failure: Hashable {}
      """,
      [
        contextual("init(catching body: () throws(Failure) -> Success)") { call throws(Abort) in
          do throws(Abort) {
            return try call.outcome("success", try call[0].closure.call())
          } catch {
            guard case .thrown(let thrown, _) = error else { throw error }
            return try call.outcome("failure", thrown.value)
          }
        },
        contextual("func get() throws(Failure) -> Success") { call throws(Abort) in
          let (isSuccess, value) = call[0].outcome
          if isSuccess { return value }
          throw .thrown(value, at: call.location)
        },
        contextual("func map<NewSuccess>(_ transform: (Success) -> NewSuccess) -> Result<NewSuccess, Failure>") {
          call throws(Abort) in
          let (isSuccess, value) = call[0].outcome
          return isSuccess ? try call.outcome("success", try call[1].closure.call(value)) : call[0]
        },
        contextual(
          "func mapError<NewFailure: Error>(_ transform: (Failure) -> NewFailure) -> Result<Success, NewFailure>"
        ) {
          call throws(Abort) in
          let (isSuccess, value) = call[0].outcome
          return isSuccess ? call[0] : try call.outcome("failure", try call[1].closure.call(value))
        },
        binary(
          "func flatMap<NewSuccess>(_ transform: (Success) -> Result<NewSuccess, Failure>) -> Result<NewSuccess, Failure>"
        ) { result, transform throws(Abort) in
          let (isSuccess, value) = result.outcome
          return isSuccess ? try transform.closure.call(value) : result
        },
        binary(
          "func flatMapError<NewFailure: Error>(_ transform: (Failure) -> Result<Success, NewFailure>) "
            + "-> Result<Success, NewFailure>"
        ) { result, transform throws(Abort) in
          let (isSuccess, value) = result.outcome
          return isSuccess ? result : try transform.closure.call(value)
        },
      ])
  }
}

extension Value {
  /// A `Result` taken apart.
  var outcome: (isSuccess: Bool, value: Value) {
    guard case .payload(let payload) = unboxed else { return (false, .void) }
    return (payload.enumCase.name == "success", payload.values.first ?? .void)
  }
}

extension NativeCall {
  /// A case of the call's result type with one value.
  func outcome(_ name: String, _ value: Value) throws(Abort) -> Value {
    guard let found = result.nominal?.cases.first(where: { $0.name == name }) else {
      throw .trap("library: \(result) has no case \(name)")
    }
    return .payload(Payload(found, [value]))
  }
}
