// An operator without a precedence group has the default one, and binds tighter than an assignment.
infix operator **
func ** (base: String, count: Int) -> String { String(repeating: base, count: count) }
infix operator **=
func **= (base: inout String, count: Int) {
  base = base ** count
}
var text = "ab" ** 2
text **= 2
let isLong = text.count > 4 ? text ** 2 : ""
print(text, isLong)
