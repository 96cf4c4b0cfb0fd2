// Values and publishers before and after; replacing what is missing.
import Combine

_ = [2, 3].publisher.prepend(0, 1).append(4).collect().sink { print($0) }
_ = [2].publisher.prepend([1].publisher).append([3, 4]).collect().sink { print($0) }
_ = Just("b").prepend("a").append(Just("c")).collect().sink { print($0) }
_ = Empty<Int, Never>().replaceEmpty(with: 9).sink { print($0) }
_ = [1, nil, 3].publisher.replaceNil(with: 0).collect().sink { print($0) }
_ = [1, nil, 3].publisher.compactMap { $0 }.collect().sink { print($0) }
let subject = PassthroughSubject<Int, Never>()
let token = subject.prepend(-1).append(-2).sink {
  print("end", $0)
} receiveValue: {
  print($0)
}
subject.send(5)
subject.send(completion: .finished)
_ = token
