// A long list of elements by their numbers is checked in no time.
final class Vertex {
  let value: Int
  init(_ value: Int) { self.value = value }
}
let v = (0..<10).map(Vertex.init)
let edges = [
  [v[0], v[1]], [v[0], v[3]], [v[1], v[2]], [v[1], v[4]], [v[2], v[5]], [v[3], v[4]], [v[3], v[6]], [v[4], v[5]],
  [v[4], v[7]], [v[5], v[8]], [v[6], v[7]], [v[7], v[8]], [v[0], v[9]],
]
print(edges.count, edges.map { $0.map(\.value).reduce(0, +) })
let names = ["a", "b", "c"]
let table = ["x": names[0] + names[1], "y": names[1] + names[2], "z": names[2] + names[0]]
print(table["y"]!, [names[0], names[1], names[2]].joined())
