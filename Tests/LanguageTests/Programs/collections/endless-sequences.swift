// Sequences without an end are walked only as far as somebody asks.
// swift-format-ignore-file
for (index, number) in (1...).enumerated() {
  if index > 2 { break }
  print(index, number)
}
for number in (1...).dropFirst(3) {
  print(number)
  if number > 4 { break }
}
for (number, name) in zip(1..., ["a", "b"]) { print(number, name) }
print(Array((1...).lazy.map { $0 * 2 }.prefix(3)))
print(Array(sequence(first: 1, next: { $0 * 2 }).prefix(5)))
print((1...).lazy.filter { $0 % 7 == 0 }.first { $0 > 7 }!)
for power in sequence(first: 1, next: { $0 * 2 }).dropFirst(2) {
  print(power)
  if power > 10 { break }
}
print(Array(zip(sequence(first: 1) { $0 + 1 }, 10...).prefix(2)))
for (index, number) in sequence(
  state: 0,
  next: { (state: inout Int) -> Int? in
    state += 1
    return state
  }
).enumerated() {
  print(index, number)
  if index == 2 { break }
}
struct Countdown: Sequence, IteratorProtocol {
  var left = 3
  mutating func next() -> Int? {
    guard left > 0 else { return nil }
    defer { left -= 1 }
    return left
  }
}
print(Countdown().enumerated().map { $0.offset * 10 + $0.element }, Array(Countdown().dropFirst()))
struct Naturals: Sequence {
  func makeIterator() -> AnyIterator<Int> {
    var next = 0
    return AnyIterator {
      defer { next += 1 }
      return next
    }
  }
}
print(Array(Naturals().dropFirst(4).prefix(2)), Naturals().enumerated().first { $0.element > 2 }!.offset)
