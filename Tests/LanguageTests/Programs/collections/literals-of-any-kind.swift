// Literals of several kinds in one collection, where nothing says what its elements are.
struct A {}; class B {}; class C: B {}; class D: B {}
func t<T>(_ x: T) { print(T.self, x) }
let a = [[1], ["a"]]
t(a)
t([1, nil, "a"].count)
let c = { [1, "a"] }
t(c())
t([1, "a"])
t([1, nil, "a"])
t([[1], ["a"]])
t([1, "a"].map { "\($0)" })
for x in [1, "a"] { t(x) }
let h = [[1, 2], [1.5]]
t(h)
let r: [String: Any] = ["a": [1, "x"], "b": ["k": 1]]
print(r.count)
t(([1, "a"], 2))
let w = true ? [1, "a"] : []
t(w)
let ff = ["a": [1], "b": ["x"]]
t([1, "a"] + [2])
t([1, "a"].first)
t([1, "a"].isEmpty)
t([[1: 2], [1: "a"]])
t([[[1]], [["x"]]])
t([1, [2, "x"]])
t([nil, 1, "x"].first)
t([1, true])
t([1, 2.5, "x"])
t([(1, 2), ("a", 2)])
t(["a": [1, "x"]])
t([1, "a"].enumerated().map { $0.offset })
let m = [[1, "a"], [2, "b"]]
t(m)
let u = [[1: "a", 2: 3]]
var k = [["name": "a", "age": 3], ["name": "b", "age": 4]]
t(k.count)
t(k[0]["name"]!)
if [1, "a"].count == 2 { print("yes") }
let z = ["x": ["y": 1, "z": "q"]]
t(z.count)
let z2 = [[1, 2], ["a", "b"], [true]]
t(z2)
let z3 = [[1], ["a"], nil]
t(z3)
let z4 = [[1, nil], ["a"]]
t(z4)
func f() -> Any { [1, "a"] }
t(f())
func g() -> Any? { ["a": 1, "b": "x"] }
t(ff["b"]!)
t((g() as! [String: Any])["b"]!)
