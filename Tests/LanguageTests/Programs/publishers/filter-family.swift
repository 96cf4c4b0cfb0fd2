// filter, compactMap, removeDuplicates, first, last, dropFirst, drop(while:), prefix, ignoreOutput, output(at:).
import Combine

func show<P: Publisher>(_ name: String, _ publisher: P) where P.Failure == Never {
  var values: [P.Output] = []
  _ = publisher.sink { values.append($0) }
  print(name, values)
}
let numbers = [1, 1, 2, 3, 3, 3, 4, 1].publisher
show("filter", numbers.filter { $0 % 2 == 1 })
show("compactMap", ["1", "x", "3"].publisher.compactMap { Int($0) })
show("removeDuplicates", numbers.removeDuplicates())
show("removeDuplicates by", numbers.removeDuplicates { $0 / 2 == $1 / 2 })
show("first", numbers.first())
show("first where", numbers.first { $0 > 2 })
show("last", numbers.last())
show("last where", numbers.last { $0 > 1 })
show("dropFirst", numbers.dropFirst())
show("dropFirst 5", numbers.dropFirst(5))
show("drop while", numbers.drop { $0 < 3 })
show("prefix", numbers.prefix(3))
show("prefix while", numbers.prefix { $0 < 3 })
show("ignoreOutput", numbers.ignoreOutput())
show("output at", numbers.output(at: 3))
show("output in", numbers.output(in: 2...4))
show("replaceEmpty", Empty<Int, Never>().replaceEmpty(with: 7))
show("together", ["ham", "olives", "salami", "egg"].publisher.filter { $0.count > 3 }.map(\.count).prefix(1))
struct Odd: Error {}
_ = (1...5).publisher.tryFilter { n in
  if n == 4 { throw Odd() }
  return n != 2
}.sink {
  print($0)
} receiveValue: {
  print($0)
}
_ = ["a", "", "c"].publisher.tryCompactMap { text -> String? in text.isEmpty ? nil : text + "!" }
  .sink {
    print($0)
  } receiveValue: {
    print($0)
  }
