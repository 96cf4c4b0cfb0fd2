// Values gathered: scan step by step, reduce at the end, with a start value of another type.
import Combine

let numbers = (1...4).publisher
_ = numbers.scan(0, +).sink { print($0, terminator: " ") }
print()
_ = numbers.reduce("") { $0 + String($1) }.sink { print($0) }
_ = numbers.scan([Int]()) { $0 + [$1] }.map(\.count).sink { print($0, terminator: " ") }
print()
struct TooMuch: Error {}
_ = numbers.tryScan(10) { total, next throws in
  if total + next > 14 { throw TooMuch() }
  return total + next
}.sink {
  print("end", $0)
} receiveValue: {
  print($0)
}
_ = Empty<Int, Never>().reduce(7, +).sink { print("empty gives", $0) }
