// Parts of arrays: prefix, suffix, dropping, splitting, ranges, chunks.
let numbers = Array(1...10)
print(numbers.prefix(3), numbers.suffix(2), numbers.dropFirst(8), numbers.dropLast(7))
print(numbers[2..<5], numbers[7...], numbers[...1], Array(numbers[3...4]))
print(numbers.prefix { $0 < 4 }, numbers.drop { $0 < 9 })
print(numbers.split { $0 % 4 == 0 }.map(Array.init))
print(stride(from: 0, to: 10, by: 4).map { Array(numbers[$0..<min($0 + 4, 10)]) })
print(numbers.first { $0 > 4 }!, numbers.last { $0 < 4 }!, numbers[2...].startIndex)
