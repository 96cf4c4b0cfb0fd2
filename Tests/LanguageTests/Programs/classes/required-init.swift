// required initialisers through metatypes, class methods that make, Self as result.
class Shape {
  let sides: Int
  required init(sides: Int) { self.sides = sides }
  class func unit() -> Self { self.init(sides: 1) }
  func copy() -> Self { type(of: self).init(sides: sides) }
}
class Star: Shape {
  var points: Int { sides * 2 }
}
let kinds: [Shape.Type] = [Shape.self, Star.self]
print(kinds.map { $0.init(sides: 5) }.map { $0.sides })
print(Star.unit().points, Star(sides: 7).copy().points, type(of: Star.unit()))
