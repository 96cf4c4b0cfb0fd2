// Optionals of which only Any is known, matched by their cases.
let xs: [Any] = [Optional<Int>.none as Any, Optional("x") as Any, 3, Optional<Optional<Int>>.some(nil) as Any]
for x in xs {
  switch x {
  case Optional<Any>.none: print("none")
  case Optional<Any>.some(let y): print("some", y)
  default: print("other")
  }
  if case Optional<Any>.some(let z) = x { print("z", z) }
}
func isNil(_ x: Any) -> Bool { if case Optional<Any>.none = x { return true }; return false }
print(isNil(Int?.none as Any), isNil(3), isNil(String?("a") as Any))
enum E { case a(Int), b }
let e: Any = E.a(3)
switch e {
case E.a(let n): print(n);
default: print("no")
}
