// Several publishers together: merge in the order of events, zip pair by pair, completion of each.
import Combine

let a = PassthroughSubject<Int, Never>()
let b = PassthroughSubject<Int, Never>()
var tokens = Set<AnyCancellable>()
a.merge(with: b).sink {
  print("merge ended", $0)
} receiveValue: {
  print("merged", $0)
}.store(in: &tokens)
a.zip(b).sink {
  print("zip ended", $0)
} receiveValue: {
  print("pair", $0)
}.store(in: &tokens)
a.zip(b) { $0 * $1 }.sink { print("product", $0) }.store(in: &tokens)
a.send(1)
a.send(2)
b.send(10)
a.send(completion: .finished)
b.send(20)
b.send(30)
b.send(completion: .finished)
_ = Publishers.MergeMany([[1, 2].publisher, [3].publisher]).collect().sink { print($0) }
_ = [1, 2, 3].publisher.zip(["a", "b"].publisher).sink { print($0.0, $0.1) }
