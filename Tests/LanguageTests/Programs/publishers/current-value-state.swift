// A current value as state: reading, setting, sending, in place, for late subscribers.
import Combine

let state = CurrentValueSubject<[String], Never>(["a"])
var log: [String] = []
let token = state.map { $0.joined(separator: "+") }.sink { log.append($0) }
state.value.append("b")
state.send(["c"])
state.value = state.value + ["d"]
print(log, state.value)
let late = state.sink { print("late", $0) }
state.value.removeAll()
state.send(completion: .finished)
state.send(["ignored"])
print(log.count, state.value)
_ = state.sink {
  print("ended", $0)
} receiveValue: {
  print("no", $0)
}
_ = (token, late)
