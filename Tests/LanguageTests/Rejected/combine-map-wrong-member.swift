// A misspelled member in the middle of a chain.
import Combine

let token = ["a", "b"].publisher
  .map { $0.cont }  // error: value of type 'String' has no member 'cont'
  .sink { print($0) }
