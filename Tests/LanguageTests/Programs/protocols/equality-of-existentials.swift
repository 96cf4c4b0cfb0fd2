// Comparing values behind protocols by casting; AnyHashable as a key.
protocol Shape { var area: Int { get } }
struct Square: Shape, Equatable { let side: Int; var area: Int { side * side } }
struct Room: Shape, Equatable { let width: Int; var area: Int { width * 3 } }
func same(_ a: any Shape, _ b: any Shape) -> Bool {
  if let a = a as? Square, let b = b as? Square { return a == b }
  if let a = a as? Room, let b = b as? Room { return a == b }
  return false
}
print(same(Square(side: 2), Square(side: 2)), same(Square(side: 3), Room(width: 3)))
let mixed: [AnyHashable: String] = [1: "int", "one": "string", true: "bool"]
print(mixed[1]!, mixed["one"]!, mixed[true]!, mixed[2] as Any)
