// while, repeat, break and continue, while let, loops without a body's end.
var n = 27
var steps = 0
while n != 1 {
  n = n % 2 == 0 ? n / 2 : 3 * n + 1
  steps += 1
}
print(steps)
var total = 0
repeat { total += 3 } while total < 10
print(total)
var stack = [1, 2, 3]
while let top = stack.popLast() {
  if top == 2 { continue }
  print("popped", top)
}
var i = 0
while true {
  i += 1
  if i == 3 { continue }
  if i > 5 { break }
  print(i, terminator: ",")
}
print()
outer: for x in 1...3 {
  for y in 1...3 {
    if y == 2 { continue outer }
    if x == 3 { break outer }
    print(x, y)
  }
}
