// CurrentValueSubject: value at once, set through value or send, reading it inside a sink, after the end.
import Combine

let count = CurrentValueSubject<Int, Never>(1)
let token = count.sink { print("count \($0), value \(count.value)") }
count.send(2)
count.value = 3
count.value += 1
print(count.value)
let late = count.sink {
  print("finished", $0)
} receiveValue: {
  print("late", $0)
}
count.send(completion: .finished)
count.send(10)
print(count.value)

struct State {
  var items: [String] = []
  var isLoading = false
}
let state = CurrentValueSubject<State, Never>(State())
let texts = state.map { $0.isLoading ? "loading" : "\($0.items.count) items" }.removeDuplicates().sink { print($0) }
state.value.isLoading = true
state.value.items = ["a"]
state.value.isLoading = false
state.value.items.append("b")
print(state.value.items)
