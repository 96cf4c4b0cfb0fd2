/// Operators that change each value or each failure.
internal import Combine

extension CombineLibrary {
  static func mapping() -> [LibraryEntry] {
    [
      publishing("func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T>", known: "map(_:)") {
        stage in
        let transform = stage.closure(1)
        return stage.upstream.map { transform($0) }
      },
      keyPaths(1), keyPaths(2), keyPaths(3),
      publishing(
        "func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T>", known: "tryMap(_:)"
      ) { stage in
        let transform = stage.closure(1)
        return stage.upstream.tryMap { try transform.trying($0) }
      },
      publishing(
        "func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> Publishers.MapError<Self, E>",
        known: "mapError(_:)"
      ) {
        stage in
        let transform = stage.closure(1)
        return stage.upstream.mapError { error in
          error.fault == nil ? transform(error.value).failure(at: transform.location) : error
        }
      },
      // All publishers of a program can fail with anything: only the type changes.
      publishing(
        "func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> where Failure == Never",
        known: "setFailureType(to:)"
      ) {
        $0.upstream
      },
      publishing(
        "func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T?", known: "replaceNil(with:)"
      ) { stage in
        let output = stage[1]
        return stage.upstream.map { $0.unwrapped ?? output }
      },
      publishing(
        "func scan<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T) -> Publishers.Scan<Self, T>",
        known: "scan(_:_:)"
      ) { stage in
        let next = stage.closure(2)
        return stage.upstream.scan(stage[1]) { next($0, $1) }
      },
      publishing(
        "func tryScan<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T) "
          + "-> Publishers.TryScan<Self, T>"
      ) { stage in
        let next = stage.closure(2)
        return stage.upstream.tryScan(stage[1]) { try next.trying($0, $1) }
      },
    ]
  }

  /// `map(\.a, \.b)`: a tuple of parts.
  private static func keyPaths(_ count: Int) -> LibraryEntry {
    let types = (0..<count).map { "T\($0)" }.joined(separator: ", ")
    let parameters = (0..<count).map { "_ keyPath\($0): KeyPath<Output, T\($0)>" }.joined(separator: ", ")
    let name = count == 1 ? "MapKeyPath" : "MapKeyPath\(count)"
    return publishing("func map<\(types)>(\(parameters)) -> Publishers.\(name)<Self, \(types)>") { stage in
      let paths = (1...count).compactMap { stage[$0].object(KeyPathObject.self) }
      let (machine, location) = (stage.machine, stage.call.location)
      return stage.upstream.map { value in
        if value.isFault { return value }
        do throws(Abort) {
          return try machine.activate { () throws(Abort) in
            var parts: [Value] = []
            for path in paths { parts.append(try path.get(value)) }
            return parts.count == 1 ? parts[0] : .tuple(Tuple(parts))
          }
        } catch {
          return .fault(FaultBox(error.fault(at: location)))
        }
      }
    }
  }
}
