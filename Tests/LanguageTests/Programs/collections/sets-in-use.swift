// Sets: membership, algebra, insertion results, subsets, from arrays and back.
var seen: Set<Int> = []
let firsts = [3, 1, 3, 2, 1].filter { seen.insert($0).inserted }
print(firsts, seen.count, seen.contains(2))
let a: Set = ["x", "y"], b: Set = ["y", "z"]
print(a.union(b).sorted(), a.intersection(b), a.subtracting(b), a.symmetricDifference(b).sorted())
print(a.isSubset(of: ["x", "y", "z"]), a.isDisjoint(with: ["q"]), a == ["y", "x"], Set("hello").count)
var tags = Set(["swift"])
tags.formUnion(["combine"])
tags.remove("none")
print(tags.sorted(), tags.remove("swift") as Any, tags.first as Any)
