// Failures on their way: mapError, catch, replaceError, tryMap, retry, setFailureType.
import Combine

enum Trouble: Error { case odd(Int), other(String) }
func check(_ n: Int) throws -> Int {
  if n % 2 == 1 { throw Trouble.odd(n) }
  return n
}
_ = [2, 4, 5, 6].publisher.tryMap(check).sink {
  print("ended", $0)
} receiveValue: {
  print($0)
}
_ = [2, 5].publisher.tryMap(check).replaceError(with: -1).collect().sink { print($0) }
_ = [4, 7].publisher.tryMap(check).catch { error in Just(100) }.collect().sink { print($0) }
_ = [1].publisher.tryMap(check).mapError { Trouble.other("\($0)") }
  .sink {
    if case .failure(let error) = $0 { print("mapped", error) }
  } receiveValue: { _ in
  }
_ = Fail<Int, Trouble>(error: .odd(3)).tryCatch { error throws -> Just<Int> in
  if case .odd(let n) = error { return Just(n) }
  throw error
}.sink {
  print($0)
} receiveValue: {
  print("caught", $0)
}
_ = Just(1).setFailureType(to: Trouble.self).flatMap { _ in Fail<Int, Trouble>(error: .other("x")) }
  .sink {
    print($0)
  } receiveValue: {
    print($0)
  }
var attempts = 0
_ = Deferred { () -> AnyPublisher<Int, Trouble> in
  attempts += 1
  return attempts < 3
    ? Fail(error: .odd(attempts)).eraseToAnyPublisher()
    : Just(attempts).setFailureType(to: Trouble.self).eraseToAnyPublisher()
}.retry(5).sink {
  print($0)
} receiveValue: {
  print("after", $0)
}
