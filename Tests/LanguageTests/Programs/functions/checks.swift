// assert, precondition, fatalError and Never where they are passed; #if; availability.
func positive(_ n: Int) -> Int {
  precondition(n > 0, "must be positive")
  assert(n < 1000)
  return n
}
func impossible(_ why: String) -> Never { fatalError(why) }
func pick(_ n: Int) -> String {
  switch n {
  case 1: return "one"
  case 2: return "two"
  default: impossible("no \(n)")
  }
}
print(positive(5), pick(2))
#if os(Linux)
  print("compiled for Linux")
#else
  print("compiled for something else")
#endif
#if false
  print("never compiled")
#elseif swift(>=5.0)
  print("Swift 5 or newer")
#endif
#if canImport(Combine)
  let hasCombine = true
#else
  let hasCombine = true
#endif
print(hasCombine)
if #available(macOS 14, iOS 17, *) { print("available") }
@available(*, deprecated, message: "use pick")
func old() -> Int { 1 }
class Abstract {
  func area() -> Double { fatalError("subclasses override this") }
}
class Concrete: Abstract {
  override func area() -> Double { 2 }
}
print((Concrete() as Abstract).area())
