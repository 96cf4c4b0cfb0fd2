// Precedence groups of the program's own: which operator binds tighter, and to which side.
precedencegroup PowerPrecedence {
  higherThan: MultiplicationPrecedence
  associativity: right
}
infix operator ** : PowerPrecedence

func ** (base: Int, exponent: Int) -> Int {
  var result = 1
  for _ in 0..<exponent { result *= base }
  return result
}

precedencegroup PipePrecedence {
  associativity: left
  lowerThan: AdditionPrecedence
}
infix operator |> : PipePrecedence

func |> <A, B>(value: A, change: (A) -> B) -> B { change(value) }

print(2 ** 3 ** 2)
print(2 * 3 ** 2)
print(1 + 2 |> { $0 * 10 } |> { "\($0)!" })

infix operator <-> : AdditionPrecedence
func <-> (a: Int, b: Int) -> Int { abs(a - b) }
print(10 <-> 4 <-> 9, 2 * 3 <-> 1)

precedencegroup SetPrecedence {
  assignment: true
  lowerThan: TernaryPrecedence
}
infix operator =>= : SetPrecedence
func =>= (target: inout Int, value: Int) { target = value }
var total = 1
total =>= 2 + 3
print(total)
