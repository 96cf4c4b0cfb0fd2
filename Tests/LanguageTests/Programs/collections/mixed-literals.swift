// Elements that have nothing in common are values of type Any, where the literal is a part of an expression.
print([1, "a"], [1, 2.5, "x"], ["k": 1, "l": "m"].count)
for element in [1, "a", true] as [Any] { print(element) }
for element in [1, "a", true] { print(element) }
print([1, "a"].count, [1, "a"].map { "\($0)" })
func show(_ value: Any) { print(value) }
show([1, [2, "b"]])
let added = [1, "a"] + [2]
print(added)
print([(1, "a") as Any, 2])
struct Point { var x = 1 }
print([Point(), 3, nil as Int? as Any].count)

// Each side of a choice is what it is by itself, where any value is taken.
print(false ? 1.0 : 2, true ? 1 : 2.5)
let chosen: Any = false ? 1.5 : 3
print(chosen)
let number = false ? 1.5 : 3
print(number)
