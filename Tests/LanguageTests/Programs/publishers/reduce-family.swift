// scan, reduce, collect, count, min, max, contains, allSatisfy and their throwing relatives.
import Combine

struct TooBig: Error {}
func show<P: Publisher>(_ name: String, _ publisher: P) where P.Failure == Never {
  _ = publisher.collect().sink { print(name, $0) }
}
let numbers = (1...5).publisher
show("scan", numbers.scan(0) { $0 + $1 })
show("scan +", numbers.scan(0, +))
show("reduce", numbers.reduce(1, *))
show("reduce text", numbers.reduce("") { "\($0)\($1)" })
show("collect 2", numbers.collect(2))
show("count", numbers.filter { $0 > 2 }.count())
show("min", [3, 1, 2].publisher.min())
show("max", [3, 1, 2].publisher.max())
show("max by", ["aaa", "b"].publisher.max { $0.count < $1.count })
show("contains", numbers.contains(3))
show("contains where", numbers.contains { $0 > 9 })
show("allSatisfy", numbers.allSatisfy { $0 > 0 })
show(
  "dictionary",
  ["a", "b", "a"].publisher.reduce([:]) { (counts: [String: Int], word) in
    counts.merging([word: 1], uniquingKeysWith: +)
  }.map { $0["a"]! })
_ = numbers.tryScan(0) { sum, n -> Int in
  if sum + n > 7 { throw TooBig() }
  return sum + n
}.sink {
  print($0)
} receiveValue: {
  print($0)
}
_ = numbers.tryReduce(0) { sum, n in
  if n > 4 { throw TooBig() }
  return sum + n
}.sink {
  print($0)
} receiveValue: {
  print($0)
}
_ = numbers.tryAllSatisfy { n in
  if n == 3 { throw TooBig() }
  return true
}.sink {
  print($0)
} receiveValue: {
  print($0)
}
