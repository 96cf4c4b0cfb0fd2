// What a tuple after ?? has as labels.
var acc: [String: (count: Int, sum: Double)] = [:]
for x in ["a", "b", "a"] {
  let old = acc[x] ?? (0, 0)
  acc[x] = (old.count + 1, old.sum + 2)
}
print(acc["a"]!)
let o: (x: Int, y: Int)? = nil
let v = o ?? (1, 2)
print(v.x, v)
let (p, q) = o ?? (3, 4)
print(p, q)
func f() -> (a: Int, b: String)? { (1, "x") }
print((f() ?? (0, "")).b)
var arr: [(name: String, n: Int)] = []
arr.append(("a", 1))
arr += [("b", 2)]
print(arr.map(\.name), (arr.first ?? ("", 0)).n)
let m = arr.max { $0.n < $1.n } ?? ("z", 0)
print(m.name)
