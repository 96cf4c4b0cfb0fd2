// A publisher that can fail needs a completion closure.
// swift-format-ignore-file
import Combine

enum LoadError: Error { case offline }
let subject = PassthroughSubject<Int, LoadError>()
let token = subject.sink { print($0) }  // error: referencing instance method 'sink(receiveValue:)' on 'Publisher' requires the types 'LoadError' and 'Never' be equivalent
