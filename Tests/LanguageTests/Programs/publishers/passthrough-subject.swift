// PassthroughSubject: send, completion, several subscribers in order, nothing after the end, late subscribers.
import Combine

enum Stop: Error { case now }
let subject = PassthroughSubject<String, Stop>()
subject.send("lost")
let first = subject.sink {
  print("first", $0)
} receiveValue: {
  print("first", $0)
}
let second = subject.sink {
  print("second", $0)
} receiveValue: {
  print("second", $0)
}
subject.send("a")
first.cancel()
subject.send("b")
subject.send(completion: .failure(.now))
subject.send("c")
let late = subject.sink {
  print("late", $0)
} receiveValue: {
  print("late", $0)
}

let events = PassthroughSubject<Void, Never>()
let counter = events.scan(0) { count, _ in count + 1 }.sink { print("event \($0)") }
events.send()
events.send(())
let target = PassthroughSubject<Int, Never>()
let listening = target.sink {
  print("forwarded", $0)
} receiveValue: {
  print("forwarded", $0)
}
let piping = [1, 2].publisher.subscribe(target)

final class Downloads {
  let finished = PassthroughSubject<String, Never>()
  private let privateSubject = PassthroughSubject<Int, Never>()
  var progress: AnyPublisher<Int, Never> { privateSubject.eraseToAnyPublisher() }
  func run() {
    privateSubject.send(50)
    privateSubject.send(100)
    finished.send("done")
  }
}
let downloads = Downloads()
let bag = [downloads.progress.sink { print("\($0) %") }, downloads.finished.sink { print($0) }]
downloads.run()
