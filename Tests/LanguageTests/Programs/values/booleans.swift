// Bool: comparison, logic with short circuit, ternary, toggle.
var isOn = false
isOn.toggle()
print(isOn, !isOn, isOn && false, isOn || false)

func noisy(_ value: Bool, _ name: String) -> Bool {
  print("asked \(name)")
  return value
}
print(noisy(false, "a") && noisy(true, "b"))
print(noisy(true, "c") || noisy(true, "d"))
print(1 == 1, 1 != 1, 2 < 3, 3 <= 3, 4 > 5, 5 >= 5)
let count = 3
print(count >= 3 && count < 10 ? "ok" : "no", count == 1 ? "item" : "items")
print(count > 5 ? "many" : count > 2 ? "some" : "few")
let both = (count > 1) == (count < 5)
print(both, true != false)
print([true, false].contains(true), [1, 2, 3].allSatisfy { $0 > 0 })
var settings = ["dark": false]
settings["dark"]?.toggle()
print(settings)
