// At top level: constants and variables that get their values in branches, `guard var`, `#unavailable`.
let size = 3
let name: String
if size > 2 { name = "large" } else { name = "small" }
print(name)
let number: Int
switch name {
case "large": number = 10
default: number = 1
}
print(number)
var later: Double
later = 1.5
later *= 2
print(later)
let found: Int? = 4
guard var copy = found else { fatalError("nothing") }
copy += 1
func show() { print(copy, name) }
show()
for letter in "abc" { print(letter, terminator: "-") }
print("", terminator: "\n")
var watched = 1 {
  willSet { print("will", newValue) }
  didSet { print("did", oldValue) }
}
watched += 1
if #unavailable(iOS 15) { print("old") } else { print("new") }
