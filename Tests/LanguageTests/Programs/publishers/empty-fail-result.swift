// Empty, Fail, Result.publisher, Optional.publisher and their Publisher types.
import Combine

enum Oops: Error { case bad }
_ = Empty<Int, Oops>().sink(receiveCompletion: { print("empty", $0) }, receiveValue: { print($0) })
_ = Empty<Int, Never>(completeImmediately: false).print("never").sink { print($0) }
_ = Empty(completeImmediately: true, outputType: String.self, failureType: Oops.self)
  .replaceEmpty(with: "nothing").sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
_ = Fail(outputType: Int.self, failure: Oops.bad).sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
_ = Fail<Int, Oops>(error: .bad).replaceError(with: 9).sink { print($0) }
_ = Result<Int, Oops>.success(4).publisher.print("result").sink(
  receiveCompletion: { print($0) }, receiveValue: { print($0) })
_ = Result<Int, Oops>.failure(.bad).publisher.sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
_ = Result<Int, Oops>.Publisher(.success(3)).sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
_ = Result<Int, Oops>.Publisher(8).sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
_ = Result<Int, Oops>.Publisher(.bad).sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
let some: Int? = 3
let none: Int? = nil
_ = some.publisher.print("some").sink { print($0) }
_ = none.publisher.print("none").sink { print($0) }
_ = Optional.Publisher("x").sink { print($0) }
print(Just(1) == Just(1), Just("a").output, Empty<Int, Never>() == Empty<Int, Never>(completeImmediately: false))
