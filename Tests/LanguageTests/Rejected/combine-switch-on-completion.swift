// A switch over a completion forgets the failure.
import Combine

enum LoadError: Error { case offline }
let subject = PassthroughSubject<Int, LoadError>()
let token = subject.sink { completion in
  switch completion {  // error: switch must be exhaustive
  case .finished: print("finished")
  }
} receiveValue: {
  print($0)
}
