// Future does its work at once and once; Deferred for each subscriber.
import Combine

var made = 0
let future = Future<Int, Never> { promise in
  made += 1
  print("future works")
  promise(.success(made))
  promise(.success(99))
}
_ = future.sink { print("first", $0) }
_ = future.sink { print("second", $0) }
let deferred = Deferred {
  Future<Int, Never> {
    $0(.success(made * 10)); made += 1
  }
}
_ = deferred.sink { print("third", $0) }
_ = deferred.sink { print("fourth", $0) }
struct Broken: Error {}
_ = Future<String, Error> { $0(.failure(Broken())) }
  .sink {
    print("ended", $0)
  } receiveValue: {
    print($0)
  }
print(made)
