// What it costs to subscribe: pipelines that are built, run and torn down for each element.

import Combine

func lifeRows(_ total: Total) -> [Row] {
  func plainSink() -> Action { opaque { total.value &+= $0 } }
  return [
    Row("sink and cancel", goal: 303, elements: 300_000) { elements in
      let source = PassthroughSubject<Int, Never>()
      for _ in 0..<elements { source.sink { total.value &+= $0 }.cancel() }
    } plain: { elements in
      var sinks: [Action] = []
      for _ in 0..<elements {
        sinks.append(plainSink())
        sinks.removeLast()
      }
    },
    Row("Just, map, sink", goal: 227, elements: 300_000) { elements in
      for index in 0..<elements {
        Just(index).eraseToAnyPublisher().map { $0 &+ 1 }.sink { total.value &+= $0 }.cancel()
      }
    } plain: { elements in
      for index in 0..<elements {
        let last = plainSink()
        opaque { last($0 &+ 1) }(index)
      }
    },
    Row("Future, sink", goal: 382, elements: 300_000) { elements in
      for index in 0..<elements {
        Future<Int, Never> { $0(.success(index)) }.sink { total.value &+= $0 }.cancel()
      }
    } plain: { elements in
      for index in 0..<elements {
        let last = plainSink()
        opaque { last($0) }(index)
      }
    },
  ]
}
