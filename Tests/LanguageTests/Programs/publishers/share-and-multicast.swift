// share and multicast: one subscription upstream for several downstream; connect, autoconnect, late subscribers.
import Combine

let source = PassthroughSubject<Int, Never>()
var work = 0
let shared =
  source
  .map { value -> Int in
    work += 1
    return value * 10
  }
  .share()
let a = shared.sink { print("a", $0) }
let b = shared.sink {
  print("b", $0)
} receiveValue: {
  print("b", $0)
}
source.send(1)
source.send(2)
print("work", work)
source.send(completion: .finished)
_ = shared.sink {
  print("late", $0)
} receiveValue: {
  print("late", $0)
}

let cold = [1, 2, 3].publisher.print("cold").multicast { PassthroughSubject<Int, Never>() }
let x = cold.sink { print("x", $0) }
let y = cold.map { $0 * 2 }.sink { print("y", $0) }
print("connecting")
let connection = cold.connect()
connection.cancel()

let subject = CurrentValueSubject<Int, Never>(0)
let multi = source.multicast(subject: subject)
let z = multi.sink {
  print("z", $0)
} receiveValue: {
  print("z", $0)
}
let connected = multi.connect()
let connectable = Just("hot").makeConnectable()
let late = connectable.sink { print($0) }
print("not yet")
let third = connectable.connect()
let auto = Just(9).makeConnectable().autoconnect().sink { print("auto", $0) }
