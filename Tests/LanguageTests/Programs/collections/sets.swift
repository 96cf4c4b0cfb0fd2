// Sets: insertion results, membership, algebra, sorted output; uniqueness of an array.
var tags: Set<String> = ["swift", "combine"]
let (inserted, member) = tags.insert("swift")
print(inserted, member, tags.insert("linux").inserted, tags.count)
print(tags.contains("linux"), tags.remove("linux") as Any, tags.remove("nope") as Any)
let a: Set = [1, 2, 3, 4]
let b: Set = [3, 4, 5]
print(a.union(b).sorted(), a.intersection(b).sorted(), a.subtracting(b).sorted(), a.symmetricDifference(b).sorted())
print(a.isSuperset(of: [1, 2]), Set([1]).isSubset(of: a), a.isDisjoint(with: [9]), a == [4, 3, 2, 1])
print(Set([1, 1, 2]).count, Array(Set("hello")).sorted(), Set<Int>().isEmpty)
var c = a
c.formUnion([10])
c.subtract([1, 2])
print(c.sorted(), c.filter { $0 > 3 }.sorted(), c.map { $0 * 2 }.sorted(), c.min()!, c.reduce(0, +))
func unique(_ values: [String]) -> [String] {
  var seen = Set<String>()
  return values.filter { seen.insert($0).inserted }
}
print(unique(["b", "a", "b", "c", "a"]))
for value in a.sorted() where value > 2 { print(value, terminator: " ") }
print()
