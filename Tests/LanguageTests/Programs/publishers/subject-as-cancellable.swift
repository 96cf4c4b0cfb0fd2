// A subscription's life: cancel, leaving scope, a set of them, first(n) that ends by itself.
import Combine

let subject = PassthroughSubject<Int, Never>()
var token: AnyCancellable? = subject.handleEvents(receiveCancel: { print("cancelled") }).sink { print("one", $0) }
subject.send(1)
token?.cancel()
subject.send(2)
token = nil
do {
  let local = subject.sink { print("local", $0) }
  subject.send(3)
  _ = local
}
subject.send(4)
var tokens: Set<AnyCancellable> = []
subject.prefix(2).sink {
  print("prefix", $0)
} receiveValue: {
  print("two", $0)
}.store(in: &tokens)
subject.send(5)
subject.send(6)
subject.send(7)
tokens.removeAll()
print(tokens.count)
