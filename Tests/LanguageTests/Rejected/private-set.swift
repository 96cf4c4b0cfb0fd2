// A property that can only be read from outside.
class Counter {
  private(set) var count = 0
}
let counter = Counter()
counter.count = 5  // error: cannot assign to property: 'count' setter is inaccessible
