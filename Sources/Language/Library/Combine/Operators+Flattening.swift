/// Operators whose values become publishers.
internal import Combine

extension CombineLibrary {
  static func flattening() -> [LibraryEntry] {
    // Which of the two may fail decides about the type only.
    let flatMaps = [
      ("FlatMap<P, Self>", "where Failure == P.Failure"),
      ("FlatMap<P, Publishers.SetFailureType<Self, P.Failure>>", "where Failure == Never"),
      ("FlatMap<Publishers.SetFailureType<P, Failure>, Self>", "where P.Failure == Never"),
    ]
    let switches = [
      ("SwitchToLatest<Output, Self>", "where Output: Publisher, Output.Failure == Failure"),
      (
        "SwitchToLatest<Output, Publishers.SetFailureType<Self, Output.Failure>>",
        "where Output: Publisher, Failure == Never"
      ),
      (
        "SwitchToLatest<Publishers.SetFailureType<Output, Failure>, Publishers.Map<Self, "
          + "Publishers.SetFailureType<Output, Failure>>>", "where Output: Publisher, Output.Failure == Never"
      ),
    ]
    return flatMaps.map { type, condition in
      publishing(
        "func flatMap<P: Publisher>(maxPublishers: Subscribers.Demand = .unlimited, "
          + "_ transform: @escaping (Output) -> P) -> Publishers.\(type) \(condition)"
      ) { stage throws(Abort) in
        let transform = stage.closure(2)
        let (upstream, demand, machine) = (stage.upstream, stage[1].demand, stage.machine)
        // It would ask for no values, which publishers take for a mistake, as Combine's do.
        guard demand > .none else { throw .trap("maxPublishers must be greater than zero") }
        return stage.forPipeline { pipeline in
          upstream.flatMap(maxPublishers: demand) { transform($0).inner(for: pipeline, machine) }.eraseToAnyPublisher()
        }
      }
    }
      + switches.map { type, condition in
        publishing("func switchToLatest() -> Publishers.\(type) \(condition)") { stage in
          let (upstream, machine) = (stage.upstream, stage.machine)
          return stage.forPipeline { pipeline in
            upstream.map { $0.inner(for: pipeline, machine) }.switchToLatest().eraseToAnyPublisher()
          }
        }
      }
  }
}
