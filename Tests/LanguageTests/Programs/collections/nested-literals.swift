// Collections inside collections: what one of them has as elements the others have.
// swift-format-ignore-file
print([[10.0, 16], [12, -8]])
print([[3, 4], [1, 2.5]])
print([[1, nil], [2]])
let m = [[[1], [2.5]], [[3]]]
print(m)
let n = [[1: 2.5], [3: 4]]
print(n.count, n[1][3]!)
let x = 1.5
let q = [[x], [1]]
print(q)
let k = [[1], [x]]
print(k)
let o: Int? = 4
print([[o], [1]])
print([[1], [o]])
let s = [[1, 2, 3], [4.5, 5], [6]]
print(s[2], s.map { $0.reduce(0, +) })
let w: [[Any]] = [[1], ["a"]]
print(w)
print([[["a"]], [["b", "c"]]].flatMap { $0 }.flatMap { $0 })
func total(_ m: [[Double]]) -> Double { m.flatMap { $0 }.reduce(0, +) }
print(total([[1, 2], [3]]), total([[1, 2.5], [3]]))
print([[1.5, 2], [3, 4]].map { $0.map { $0 * 2 } })
let deep = [[[0.5], [1]], [[2], [3]]]
print(deep)
let dicts = [["a": 1], ["b": 2.5]]
print(dicts[0]["a"]!, dicts[1]["b"]!)
let sets: [Set<Double>] = [[1], [2.5]]
print(sets)
let d = ["a": [1, 2.5], "b": [3]]
print(d["b"]!)
