// A generic type under another name, its arguments left open; aliases that protocols have, used in their types.
typealias Table = Dictionary
typealias List = Array
let ages: Table<String, Int> = ["a": 1]
print(ages, Table<String, [Int]>().count, List([1, 2, 3]), List<Int>(repeating: 0, count: 2))
print(Table(grouping: [1, 2, 3], by: { $0 % 2 })[1]!, Table(uniqueKeysWithValues: [("a", 1)]))
struct Box<T> {
  var value: T
  static func make(_ value: T) -> Box { Box(value: value) }
}
typealias Case = Box
print(Case(value: 1).value, Case<String>(value: "s").value, Case.make(3).value)
typealias Counts<K: Hashable> = [K: Int]
let counts: Counts<String> = ["z": 1]
print(counts)
extension Case { func twice() -> [T] { [value, value] } }
print(Box(value: 2).twice())
struct Link<G: Graph> {
  var from: G.Vertex
  var to: G.Vertex
}
protocol Graph {
  associatedtype Vertex
  typealias Edge = Link<Self>
  var edges: [Edge] { get }
}
extension Graph {
  func first() -> Edge { edges[0] }
}
struct Map: Graph {
  typealias Vertex = Int
  var edges: [Edge] = [Edge(from: 1, to: 2)]
  mutating func add(_ from: Int, _ to: Int) { edges.append(Edge(from: from, to: to)) }
}
var map = Map()
map.add(2, 3)
print(map.edges.map { $0.to }, map.first().from)
