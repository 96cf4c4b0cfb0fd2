// An optional chain that begins with a literal, as an argument of what is generic.
// swift-format-ignore-file
let a = ["hello"].first?.count ?? 2
let b = [1].first?.description ?? "a"
let c: Int? = (["1", "x", ""].first?.count ?? 2)
print(a, b, c as Any, ["a"].first?.isEmpty ?? true, ["a": 1].first?.value ?? 2, [["a"]].first?.count ?? 2)
func g<T>(_ a: T?, _ b: T) -> T { a ?? b }
print(g(["a"].first?.count, 2), ["a"].first?.count == 1, [2.5].last?.rounded() ?? 0)
var table: [String: Int] = [:]
table["a"] = (["1", "x"].last?.count ?? 2)
print(table)
