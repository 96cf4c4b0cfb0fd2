// for-in over ranges, arrays, strides, strings and dictionaries; while, repeat; break, continue, labels.
for i in 1...3 { print(i, terminator: " ") }
for i in (1..<4).reversed() { print(i, terminator: " ") }
for i in stride(from: 0, to: 10, by: 4) { print(i, terminator: " ") }
for x in stride(from: 1.0, through: 2.0, by: 0.5) { print(x, terminator: " ") }
print()
for (index, topping) in ["salami", "olives"].enumerated() {
  print("\(index + 1). \(topping)")
}
for number in [1, 2, 3, 4, 5, 6] where number % 2 == 0 { print(number, terminator: " ") }
print()
for _ in 0..<2 { print("again", terminator: " ") }
print()

var countdown = 3
while countdown > 0 {
  print(countdown, terminator: "…")
  countdown -= 1
}
repeat {
  countdown += 10
} while countdown < 25
print(countdown)

outer: for row in 1...3 {
  for column in 1...3 {
    if column == 3 { continue outer }
    if row == 3 { break outer }
    print(row, column)
  }
}
for (name, age) in ["Ann": 31] { print(name, age) }
for number in 1... {
  if number > 3 { break }
  print(number, terminator: ";")
}
print()
for value in [1, nil, 3] { print(value ?? 0, terminator: " ") }
for case let value? in [1, nil, 3] { print(value, terminator: " ") }
print()
