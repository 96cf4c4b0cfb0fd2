// combineLatest of publishers with different failures.
// swift-format-ignore-file
import Combine

enum A: Error { case a }
enum B: Error { case b }
let first = PassthroughSubject<Int, A>()
let second = PassthroughSubject<Int, B>()
let both = first.combineLatest(second)  // error: instance method 'combineLatest' requires the types 'A' and 'B' be equivalent
