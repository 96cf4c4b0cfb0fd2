// An own mutating method called on a constant.
struct Counter {
  var count = 0
  mutating func increment() { count += 1 }
}
let counter = Counter()
counter.increment()  // error: cannot use mutating member on immutable value: 'counter' is a 'let' constant
