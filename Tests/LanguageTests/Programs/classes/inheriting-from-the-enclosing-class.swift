// A class inside of another one can inherit from it, wherever it stands among the members.
class Shape {
  class Square: Shape {
    class Tile: Square {
      var colour = "red"
    }
    var side = 2
    override var area: Int { side * side }
  }
  final class Dot: Shape {}
  var name: String
  var area: Int { 0 }
  init(name: String) { self.name = name }
}

let tile = Shape.Square.Tile(name: "tile")
print(tile.name, tile.side, tile.area, tile.colour)
print(Shape.Dot(name: "dot").area, Shape.Dot(name: "dot").name)
let shape: Shape = tile
print(shape is Shape.Square, shape is Shape.Dot)
