// Parameters: labels, no labels, defaults, variadic, inout, closures at the end, optional ones.
func greet(_ name: String, with greeting: String = "Hello", times: Int = 1) -> String {
  Array(repeating: "\(greeting), \(name)", count: times).joined(separator: "; ")
}
print(greet("Ann"), greet("Bob", with: "Hi"), greet("Cid", times: 2), greet("Dan", with: "Hey", times: 2))
func sum(of numbers: Int..., scale: Int = 1) -> Int { numbers.reduce(0, +) * scale }
print(sum(), sum(of: 1, 2, 3), sum(of: 1, 2, scale: 10))
func update(_ value: inout Int, by amount: Int = 1, then: ((Int) -> Void)? = nil) {
  value += amount
  then?(value)
}
var n = 1
update(&n)
update(&n, by: 5)
update(&n) { print("now", $0) }
func build(_ parts: String..., separator: String, transform: (String) -> String = { $0 }) -> String {
  parts.map(transform).joined(separator: separator)
}
print(build("a", "b", separator: "-"), build("a", "b", separator: "") { $0.uppercased() })
func first<T>(_ list: [T], where test: (T) -> Bool = { _ in true }) -> T? { list.first(where: test) }
print(first([1, 2])!, first([1, 2], where: { $0 > 1 })!, first([1, 2]) { $0 > 5 } as Any)
