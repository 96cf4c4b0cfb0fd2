// Callbacks made into publishers: one answer, and a stream of them.

import Combine
import Foundation

let futureFacts = Program(
  "what a Future does",
  prints: """
    the closure runs
    before the first subscriber
    a 42
    b 42
    deferred: once per subscriber
    deferred: once per subscriber
    awaited 42
    """
) { print in
  let future = Future<Int, Never> { promise in
    print("the closure runs")
    promise(.success(42))
    promise(.success(43))
  }
  print("before the first subscriber")
  var cancellables = Set<AnyCancellable>()
  future.sink { print("a", $0) }.store(in: &cancellables)
  future.sink { print("b", $0) }.store(in: &cancellables)
  let deferred = Deferred {
    Future<Int, Never> { promise in
      print("deferred: once per subscriber")
      promise(.success(1))
    }
  }
  for _ in 0..<2 { deferred.sink { _ in }.store(in: &cancellables) }
  print("awaited", await future.value)
}

let deferredListener = Program(
  "a listener as a publisher",
  prints: """
    attached 1
    first: 1 books
    attached 2
    first: 2 books
    second: 2 books
    Cancelled
    first: 3 books
    Cancelled
    listeners left: 0
    """
) { print in
  final class Collection {
    var books: [String] = []
    var listeners: [Int: ([String]) -> Void] = [:]
    var last = 0

    func listen(_ body: @escaping ([String]) -> Void) -> Int {
      last += 1
      listeners[last] = body
      return last
    }

    func add(_ book: String) {
      books.append(book)
      for key in listeners.keys.sorted() { listeners[key]?(books) }
    }

    func publisher(_ print: Transcript) -> AnyPublisher<[String], Never> {
      Deferred {
        let subject = PassthroughSubject<[String], Never>()
        let listener = self.listen { subject.send($0) }
        print("attached", listener)
        return subject.handleEvents(receiveCancel: {
          print("Cancelled")
          self.listeners[listener] = nil
        })
      }
      .eraseToAnyPublisher()
    }
  }

  let collection = Collection()
  let books = collection.publisher(print)
  let first = books.map(\.count).sink { print("first: \($0) books") }
  collection.add("Hitchhiker")
  let second = books.map(\.count).sink { print("second: \($0) books") }
  collection.add("The Midnight Library")
  second.cancel()
  collection.add("Once More Upon A Time")
  first.cancel()
  print("listeners left:", collection.listeners.count)
}

let asyncSearch = Program(
  "async work in a pipeline",
  prints: """
    searching for swift
    swift: 5 letters
    searching for combine
    combine: 7 letters
    2 results
    """
) { print in
  func search(_ term: String) async -> String {
    await Task.yield()
    return "\(term): \(term.count) letters"
  }

  let terms = ["swift", "combine"].publisher
  let results = terms.flatMap(maxPublishers: .max(1)) { term in
    Deferred {
      Future<String, Never> { promise in
        print("searching for", term)
        nonisolated(unsafe) let promise = promise
        Task { promise(.success(await search(term))) }
      }
    }
  }
  // Collected, as `values` alone asks for the first one at its own time, and the second search might begin before.
  for await all in results.handleEvents(receiveOutput: { print($0) }).collect().values { print(all.count, "results") }
}
