// Publishers whose values are known have operators of their own, which work when the chain is built.
import Combine

func said<T>(_ text: String, _ value: T) -> T {
  print(text, terminator: " ")
  return value
}

_ = Just(1).prefix(0).reduce(1) { $0 + $1 }.sink { print("prefix", $0) }
_ = Just(1).dropFirst().count().sink { print("dropFirst", $0) }
_ = Just(1).prefix(2).collect().sink { print("prefix", $0) }
_ = Just(1).output(at: 1).collect().sink { print("output", $0) }
_ = Just(1).output(in: 0...3).collect().sink { print("output", $0) }
_ = Just(1).output(in: 2...).scan(5, +).sink { print("output", $0) }
_ = Just(1).filter { $0 > 1 }.contains(1).count().sink { print("contains", $0) }
_ = Just(1).filter { $0 > 1 }.allSatisfy { $0 > 1 }.sink { print("allSatisfy", $0) }
_ = Just(3).last { $0 > 2 }.drop { $0 > 5 }.sink { print("last", $0) }

let chains: [AnyPublisher<Int, Never>] = [
  [1, 2, 3].publisher.prefix(2).map { said("mapped", $0) }.eraseToAnyPublisher(),
  [1, 2, 3].publisher.dropFirst().map { said("dropped", $0) }.eraseToAnyPublisher(),
  [1, 2, 3].publisher.drop { said("asked", $0 < 2) }.eraseToAnyPublisher(),
  [1, 2, 3].publisher.last { said("from the end", $0 < 3) }.eraseToAnyPublisher(),
  [1, 2, 3].publisher.output(at: 2).map { said("at", $0) }.eraseToAnyPublisher(),
  [1, 2, 3].publisher.output(in: 1..<2).map { said("in", $0) }.eraseToAnyPublisher(),
  Just(2).append(3, 4).map { said("appended", $0) }.eraseToAnyPublisher(),
  Just(2).prepend([0, 1]).map { said("prepended", $0) }.eraseToAnyPublisher(),
]
print()
let flags = [
  [1, 2, 3].publisher.contains(2).eraseToAnyPublisher(),
  [1, 2, 3].publisher.contains { said("contains", $0 > 1) }.eraseToAnyPublisher(),
  [1, 2, 3].publisher.allSatisfy { said("all", $0 < 2) }.eraseToAnyPublisher(),
]
print("built")
for chain in chains { _ = chain.collect().sink { print($0) } }
for flag in flags { _ = flag.sink { print($0) } }
_ = (1...).publisher.prefix(3).collect().sink { print($0) }
