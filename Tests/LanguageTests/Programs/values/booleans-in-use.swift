// Truth values: logic with side effects, toggles, reductions, from and to text.
var isOn = false
isOn.toggle()
print(isOn, !isOn, isOn && !isOn, isOn || false, Bool("true") as Any, Bool("yes") as Any, isOn.description)
let flags = [true, false, true]
print(flags.allSatisfy { $0 }, flags.contains(true), flags.filter { $0 }.count, flags.reduce(true) { $0 && $1 })
print(isOn ? "on" : "off", (3 > 2) == isOn, [true, false].map { $0 ? 1 : 0 }, true != false)
