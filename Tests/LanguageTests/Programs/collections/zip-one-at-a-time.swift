// Pairs are made one at a time: what computes its elements does so when the pair is asked for, the first sequence first.
// swift-format-ignore-file
struct It: IteratorProtocol, Sequence { var n = 0; mutating func next() -> Int? { n += 1; print("next", n); return n > 4 ? nil : n } }
for (a, b) in zip(It(), ["x", "y"]) { print(a, b) }
for (a, b) in zip(["x", "y", "z"], It().lazy.map { $0 * 10 }) { print(a, b) }
print(Array(zip(It(), It().map { -$0 })).count, zip(1..., It()).map { $0 * $1 }, zip([1, 2], "ab").reversed().count)
let z = zip(It(), "abc"); print(z.first { $0.0 == 2 }!, z.contains { $0.1 == "b" }, z.dropFirst().map(\.1))
