// String(describing:) and String(reflecting:), and types with a description of their own.
struct Point {
  var x = 1
  var y = 2
}
struct Money: CustomStringConvertible {
  var cents: Int
  var description: String { "$\(cents / 100).\(cents % 100)" }
}
struct Secret: CustomDebugStringConvertible {
  var value = "hunter2"
  var debugDescription: String { "<secret>" }
}
enum Mode: CustomStringConvertible {
  case light, dark
  var description: String { self == .dark ? "Dark" : "Light" }
}

print(String(describing: Point()), String(reflecting: Point()))
print(String(describing: Money(cents: 1250)), String(reflecting: Money(cents: 1250)))
print(Money(cents: 999), [Money(cents: 999)], Optional(Money(cents: 5)) as Any)
print(Secret(), [Secret()], "\(Secret())")
print(Mode.dark, [Mode.light, .dark], "\(Mode.light)", Mode.dark.description)
print(String(describing: "text"), String(reflecting: "te\"xt\n"))
print(String(describing: 5), String(reflecting: 5), String(describing: Int?.none), String(describing: Optional(5)))
debugPrint("text", 1, [Money(cents: 101)], Secret())
print(String(describing: [1, 2]), String(describing: ("a", 1)), String(describing: Money.self))
