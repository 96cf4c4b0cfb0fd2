// Subscribers made by hand: Sink, Assign, AnySubscriber; a subject as subscriber; subscribing one subject to another.
import Combine

final class Model {
  var text = "" { didSet { print("text is", text) } }
  var count = 0
}
let model = Model()
let assign = Subscribers.Assign(object: model, keyPath: \Model.text)
["a", "b"].publisher.subscribe(assign)
let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { print("done", $0) }, receiveValue: { print("value", $0) })
let subject = PassthroughSubject<Int, Never>()
subject.subscribe(sink)
subject.send(1)
sink.cancel()
subject.send(2)
let any = AnySubscriber<Int, Never>(
  receiveSubscription: { $0.request(.max(2)) },
  receiveValue: {
    print("any", $0); return .none
  },
  receiveCompletion: { print("any", $0) })
[1, 2, 3].publisher.subscribe(any)
let target = CurrentValueSubject<Int, Never>(0)
let token = subject.subscribe(target)
subject.send(7)
print(target.value)
token.cancel()
subject.send(8)
print(target.value)
[5, 6].publisher.subscribe(AnySubscriber(target))
print(target.value)
let counted = CurrentValueSubject<Int, Never>(1).assign(to: \.count, on: model)
print(model.count)
counted.cancel()
var list: [AnyCancellable] = []
subject.sink { print("listed", $0) }.store(in: &list)
subject.send(9)
list.removeAll()
subject.send(10)
let cancel = AnyCancellable { print("cancelled once") }
cancel.cancel()
cancel.cancel()
do {
  _ = AnyCancellable { print("when it goes") }
}
print(Subscribers.Completion<Never>.finished == .finished)
