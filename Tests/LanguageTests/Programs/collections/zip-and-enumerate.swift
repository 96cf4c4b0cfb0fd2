// Walking two at a time, with numbers, backwards, in steps, in pairs.
let names = ["a", "b", "c"]
for (number, name) in names.enumerated() where number != 1 { print(number, name) }
for (name, value) in zip(names, 10...) { print(name, value) }
print(zip(names, names.dropFirst()).map { $0 + $1 }, Array(names.reversed()), Array(names.indices))
for i in stride(from: 6, through: 0, by: -3) { print(i) }
for i in (0..<3).reversed() { print(i, terminator: " ") }
print()
let (evens, odds) = (1...6).reduce(into: ([Int](), [Int]())) { $1 % 2 == 0 ? $0.0.append($1) : $0.1.append($1) }
print(evens, odds, Dictionary(uniqueKeysWithValues: zip(names, 1...))["c"]!)
