// Equality and hashing: made by the compiler, and written by hand.
struct Point: Hashable {
  var x: Int
  var y: Int
}
print(Point(x: 1, y: 2) == Point(x: 1, y: 2), Point(x: 1, y: 2) != Point(x: 2, y: 2))
print(Set([Point(x: 1, y: 1), Point(x: 1, y: 1), Point(x: 2, y: 1)]).count)
let names = [Point(x: 0, y: 0): "origin"]
print(names[Point(x: 0, y: 0)] ?? "?", names[Point(x: 1, y: 0)] ?? "?")
print([Point(x: 1, y: 1)].contains(Point(x: 1, y: 1)), [Point(x: 3, y: 1)].firstIndex(of: Point(x: 3, y: 1)) as Any)

struct Book: Equatable {
  let id: Int
  var title: String
  static func == (lhs: Book, rhs: Book) -> Bool { lhs.id == rhs.id }
}
print(Book(id: 1, title: "a") == Book(id: 1, title: "b"), Book(id: 1, title: "a") == Book(id: 2, title: "a"))

struct User: Hashable {
  let email: String
  let visits: Int
  static func == (a: User, b: User) -> Bool { a.email == b.email }
  func hash(into hasher: inout Hasher) { hasher.combine(email) }
}
print(Set([User(email: "x", visits: 1), User(email: "x", visits: 2)]).count)
enum Route: Hashable { case home, detail(Int) }
print(Route.detail(1) == .detail(1), Route.detail(1) == .detail(2), Set<Route>([.home, .home, .detail(3)]).count)
print(Point(x: 1, y: 1).hashValue == Point(x: 1, y: 1).hashValue)

struct Version: Comparable {
  let major: Int, minor: Int
  static func < (a: Version, b: Version) -> Bool { (a.major, a.minor) < (b.major, b.minor) }
}
let versions = [Version(major: 1, minor: 2), Version(major: 0, minor: 9), Version(major: 1, minor: 0)]
print(versions.sorted().map { "\($0.major).\($0.minor)" }, versions.max()!, versions[0] >= versions[1])
let optional: Point? = Point(x: 1, y: 2)
print(optional == Point(x: 1, y: 2), optional == nil, [optional] == [nil])
