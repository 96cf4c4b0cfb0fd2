// CurrentValueSubject needs its first value.
import Combine

let subject = CurrentValueSubject<Int, Never>()  // error: missing argument for parameter #1 in call
