// Closures share what they capture, each call makes its own; captures by value.
func makeCounter(step: Int = 1) -> () -> Int {
  var count = 0
  return {
    count += step
    return count
  }
}
let a = makeCounter()
let b = makeCounter(step: 5)
print(a(), a(), b(), a(), b())
var x = 1
let byReference = { x }
let byValue = { [x] in x }
x = 2
print(byReference(), byValue())
var actions: [() -> Int] = []
for i in 1...3 { actions.append { i * i } }
print(actions.map { $0() })
