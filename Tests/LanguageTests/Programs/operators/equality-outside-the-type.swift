// `==`, `<` and `hashValue` outside of the type, and the older way to be hashable.
struct Point { var x: Int }
extension Point: Equatable {}
func == (left: Point, right: Point) -> Bool { left.x % 10 == right.x % 10 }
print(Point(x: 1) == Point(x: 11), [Point(x: 1)].contains(Point(x: 21)), Point(x: 1) != Point(x: 2))
struct Rank: Comparable { var value: Int }
func < (left: Rank, right: Rank) -> Bool { left.value > right.value }
print([Rank(value: 1), Rank(value: 3)].sorted().map { $0.value }, Rank(value: 1) >= Rank(value: 2))
struct Person: Hashable {
  var id: Int
  var name: String
  var hashValue: Int { id.hashValue }
}
func == (left: Person, right: Person) -> Bool { left.id == right.id }
print(Set([Person(id: 1, name: "a"), Person(id: 1, name: "b"), Person(id: 2, name: "a")]).count)
class Key: Hashable {
  let number: Int
  init(_ number: Int) { self.number = number }
  var hashValue: Int { number }
}
func == (left: Key, right: Key) -> Bool { left.number == right.number }
print(Set([Key(1), Key(1), Key(2)]).count, [Key(3): "three"][Key(3)]!)
class Shape: Equatable { var sides = 3 }
func == (left: Shape, right: Shape) -> Bool { left.sides == right.sides }
print(Shape() == Shape())
