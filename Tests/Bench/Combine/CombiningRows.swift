// Several upstreams, several subscribers.

import Combine

private typealias Source = PassthroughSubject<Int, Never>

final class Model: ObservableObject {
  @Published var value = 0
}

private func published(_ subscribers: Int, goal: Int, _ total: Total) -> Row {
  Row("@Published, \(subscribers) sinks", goal: goal, elements: subscribers > 10 ? 100_000 : 1_000_000) { elements in
    let model = Model()
    let sinks = (0..<subscribers).map { _ in model.$value.sink { total.value &+= $0 } }
    for index in 0..<elements { model.value = index }
    for sink in sinks { sink.cancel() }
  } plain: { elements in
    let value = Total()
    let sinks = (0..<subscribers).map { _ in opaque { total.value &+= $0 } }
    let first = opaque { new in
      for sink in sinks { sink(new) }
      value.value = new
    }
    for index in 0..<elements { first(index) }
    total.value &+= value.value
  }
}

func combiningRows(_ total: Total) -> [Row] {
  func plainSink() -> Action { opaque { total.value &+= $0 } }
  return [
    Row("merge of 4", goal: 75) { elements in
      let sources = (0..<4).map { _ in Source() }
      let cancellable = sources[0].merge(with: sources[1], sources[2], sources[3]).sink { total.value &+= $0 }
      for index in 0..<elements { sources[index & 3].send(index) }
      cancellable.cancel()
    } plain: { elements in
      let last = plainSink()
      let sources = (0..<4).map { _ in opaque { last($0) } }
      for index in 0..<elements { sources[index & 3](index) }
    },
    Row("combineLatest of 2", goal: 89) { elements in
      let left = Source()
      let right = Source()
      let cancellable = left.combineLatest(right).sink { total.value &+= $0 &+ $1 }
      for index in 0..<(elements / 2) {
        left.send(index)
        right.send(index)
      }
      cancellable.cancel()
    } plain: { elements in
      let latest = (left: Total(), right: Total())
      let last = opaque { total.value &+= $0 &+ $1 }
      let left = opaque {
        latest.left.value = $0
        last($0, latest.right.value)
      }
      let right = opaque {
        latest.right.value = $0
        last(latest.left.value, $0)
      }
      for index in 0..<(elements / 2) {
        left(index)
        right(index)
      }
    },
    Row("zip of 2", goal: 155) { elements in
      let left = Source()
      let right = Source()
      let cancellable = left.zip(right).sink { total.value &+= $0 &+ $1 }
      for index in 0..<(elements / 2) {
        left.send(index)
        right.send(index)
      }
      cancellable.cancel()
    } plain: { elements in
      let waiting = Total()
      let last = opaque { total.value &+= $0 &+ $1 }
      let left = opaque { waiting.value = $0 }
      let right = opaque { last(waiting.value, $0) }
      for index in 0..<(elements / 2) {
        left(index)
        right(index)
      }
    },
    Row("flatMap to Just", goal: 179) { elements in
      let source = Source()
      let cancellable = source.flatMap { Just($0 &+ 1) }.sink { total.value &+= $0 }
      for index in 0..<elements { source.send(index) }
      cancellable.cancel()
    } plain: { elements in
      let last = plainSink()
      let first = opaque { value in opaque { last($0) }(value &+ 1) }
      for index in 0..<elements { first(index) }
    },
    Row("switchToLatest, one inner subject", goal: 47) { elements in
      let outer = PassthroughSubject<Source, Never>()
      let inner = Source()
      let cancellable = outer.switchToLatest().sink { total.value &+= $0 }
      outer.send(inner)
      for index in 0..<elements { inner.send(index) }
      cancellable.cancel()
    } plain: { elements in
      let last = plainSink()
      let inner = opaque { last($0) }
      for index in 0..<elements { inner(index) }
    },
    Row("switchToLatest, a Just per element", goal: 173) { elements in
      let source = Source()
      let cancellable = source.map { Just($0) }.switchToLatest().sink { total.value &+= $0 }
      for index in 0..<elements { source.send(index) }
      cancellable.cancel()
    } plain: { elements in
      let last = plainSink()
      let first = opaque { value in opaque { last($0) }(value) }
      for index in 0..<elements { first(index) }
    },
    Row("share, 10 subscribers", goal: 783, elements: 300_000) { elements in
      let source = Source()
      let shared = source.share()
      let sinks = (0..<10).map { _ in shared.sink { total.value &+= $0 } }
      for index in 0..<elements { source.send(index) }
      for sink in sinks { sink.cancel() }
    } plain: { elements in
      let sinks = (0..<10).map { _ in plainSink() }
      let first = opaque { value in for sink in sinks { sink(value) } }
      for index in 0..<elements { first(index) }
    },
    published(0, goal: 53, total), published(1, goal: 85, total), published(10, goal: 425, total),
    published(100, goal: 3471, total),
    Row("@Published to objectWillChange", goal: 104) { elements in
      let model = Model()
      let cancellable = model.objectWillChange.sink { total.value &+= 1 }
      for index in 0..<elements { model.value = index }
      cancellable.cancel()
    } plain: { elements in
      let value = Total()
      let willChange = opaque { _ in total.value &+= 1 }
      let first = opaque {
        willChange($0)
        value.value = $0
      }
      for index in 0..<elements { first(index) }
    },
  ]
}
