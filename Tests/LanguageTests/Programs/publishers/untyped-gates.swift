// prefix(untilOutputFrom:) and drop(untilOutputFrom:): one publisher opens and closes another.
import Combine

let taps = PassthroughSubject<Int, Never>()
let start = PassthroughSubject<Void, Never>()
let stop = PassthroughSubject<Void, Never>()
let dropped = taps.drop(untilOutputFrom: start).sink { print("after start", $0) }
let kept = taps.prefix(untilOutputFrom: stop).sink {
  print("until stop", $0)
} receiveValue: {
  print("until stop", $0)
}
taps.send(1)
start.send()
taps.send(2)
stop.send()
taps.send(3)
let both = taps.drop(untilOutputFrom: start).prefix(2).collect().sink { print("window", $0) }
taps.send(4)
start.send()
for n in 5...8 { taps.send(n) }
let isPlacing = CurrentValueSubject<Bool, Never>(true)
let pizza = taps.prefix { _ in isPlacing.value }.sink {
  print("pizza", $0)
} receiveValue: {
  print("pizza", $0)
}
taps.send(9)
isPlacing.value = false
taps.send(10)
