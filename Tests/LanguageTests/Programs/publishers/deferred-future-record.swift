// Publishers made by closures: Deferred runs per subscriber, Future once, Record replays.
import Combine

var made = 0
let deferred = Deferred { () -> Just<Int> in
  made += 1
  return Just(made)
}
_ = deferred.sink { print("deferred", $0) }
_ = deferred.map { $0 * 10 }.sink { print("deferred", $0) }

enum Failed: Error, Equatable { case late(String) }
var promise: ((Result<String, Failed>) -> Void)?
print("before")
let future = Future<String, Failed> { fulfil in
  print("runs at once")
  promise = fulfil
}
print("after")
var tokens = Set<AnyCancellable>()
for name in ["first", "second"] {
  future.sink {
    print(name, $0)
  } receiveValue: {
    print(name, $0)
  }.store(in: &tokens)
}
promise?(.success("value"))
promise?(.failure(.late("ignored")))
future.sink(receiveCompletion: { print("late", $0) }, receiveValue: { print("late", $0) }).store(in: &tokens)

Future<Int, Failed> { $0(.failure(.late("x"))) }
  .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
  .store(in: &tokens)
Future<Int, Never> { promise in promise(.success(3)) }
  .flatMap { n in (0..<n).publisher }
  .collect()
  .sink { print($0) }
  .store(in: &tokens)
func load(_ fail: Bool) -> AnyPublisher<Int, Failed> {
  Deferred {
    Future<Int, Failed> { promise in
      print("loading")
      promise(fail ? .failure(.late("no")) : .success(7))
    }
  }.eraseToAnyPublisher()
}
load(false).sink(receiveCompletion: { print($0) }, receiveValue: { print($0) }).store(in: &tokens)
load(true).retry(2).sink(receiveCompletion: { print($0) }, receiveValue: { print($0) }).store(in: &tokens)

let record = Record<Int, Failed> { recording in
  recording.receive(1)
  recording.receive(2)
  recording.receive(completion: .failure(.late("end")))
}
record.sink(receiveCompletion: { print($0) }, receiveValue: { print($0) }).store(in: &tokens)
print(record.recording.output, record.recording.completion)
let replay = Record<String, Never>(output: ["a", "b"], completion: .finished)
replay.sink(receiveCompletion: { print($0) }, receiveValue: { print($0) }).store(in: &tokens)
var recording = Record<Int, Never>.Recording()
recording.receive(5)
Record(recording: recording).map { $0 + 1 }.sink { print($0) }.store(in: &tokens)
