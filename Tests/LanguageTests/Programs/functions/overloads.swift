// Overloads by labels, by parameter types, by result, by number of arguments.
func show(_ value: Int) -> String { "int \(value)" }
func show(_ value: Double) -> String { "double \(value)" }
func show(_ value: String) -> String { "string \(value)" }
func show(_ values: [Int]) -> String { "list \(values.count)" }
func show(number value: Int) -> String { "number \(value)" }
func show(_ a: Int, _ b: Int) -> String { "two \(a) \(b)" }
print(show(1), show(1.0), show("1"), show([1, 2]), show(number: 1), show(1, 2))
func value() -> Int { 7 }
func value() -> String { "seven" }
let number: Int = value()
let text: String = value()
print(number, text)
func generic<T>(_ value: T) -> String { "any" }
func generic(_ value: Int) -> String { "int" }
print(generic(1), generic("1"))
