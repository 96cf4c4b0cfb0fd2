// A guard may take a name that its block has already.
func f(_ a: [Int]) -> Int? {
  let x = a.first
  guard let x, x > 0 else { return nil }
  let y = x
  guard y > 0 else { return nil }
  guard let z = a.last else { return nil }
  guard let z = Optional(z) else { return nil }
  return x + z
}
func g(_ b: Int?) -> Int {
  guard let b else { return 0 }
  let c = { () -> Int? in 3 }()
  guard let c = c else { return 1 }
  return b + c
}
print(f([1]) as Any, g(3))
