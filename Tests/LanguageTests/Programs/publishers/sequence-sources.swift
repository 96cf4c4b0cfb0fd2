// Arrays, ranges, strings, sets of one, dictionaries of one, optionals and results as publishers.
import Combine

struct Failed: Error {}
let toppings = ["salami", "olives", "capers"]
_ = toppings.publisher.sink {
  print($0, terminator: " ")
} receiveValue: {
  print($0, terminator: ", ")
}
print()
_ = (1...4).publisher.sink { print($0, terminator: ";") }
_ = "Combine".publisher.sink { print($0, terminator: "|") }
_ = stride(from: 0, to: 10, by: 5).publisher.sink { print($0, terminator: ";") }
print()
_ = ["key": 1].publisher.sink { print($0.key, $0.value) }
_ = Set([7]).publisher.map { $0 + 1 }.sink { print($0) }
_ = Optional(3).publisher.sink {
  print("optional", $0)
} receiveValue: {
  print("optional", $0)
}
_ = Int?.none.publisher.sink {
  print("none", $0)
} receiveValue: {
  print("none", $0)
}
let good: Result<Int, Failed> = .success(1)
let bad: Result<Int, Failed> = .failure(Failed())
_ = good.publisher.sink {
  print($0)
} receiveValue: {
  print($0)
}
_ = bad.publisher.sink {
  print($0)
} receiveValue: {
  print($0)
}
_ = [Int]().publisher.sink {
  print("empty", $0)
} receiveValue: {
  print($0)
}
_ = zip([1, 2], ["a", "b"]).map { "\($0)\($1)" }.publisher.sink { print($0) }
