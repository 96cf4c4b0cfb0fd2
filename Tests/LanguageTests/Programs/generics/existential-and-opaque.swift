// some and any: opaque parameters and results, arrays of any, opening an existential.
protocol Shape {
  func area() -> Double
}
struct Square: Shape {
  var side: Double
  func area() -> Double { side * side }
}
struct Circle: Shape {
  var radius: Double
  func area() -> Double { 3 * radius * radius }
}
func unit() -> some Shape { Square(side: 1) }
func total(_ shapes: [any Shape]) -> Double { shapes.reduce(0) { $0 + $1.area() } }
func twice(_ shape: some Shape) -> Double { shape.area() * 2 }
func describe<S: Shape>(_ shape: S) -> String { "\(S.self) \(shape.area())" }

print(unit().area(), total([Square(side: 2), Circle(radius: 1)]), twice(Circle(radius: 2)))
let shapes: [any Shape] = [Square(side: 3), Circle(radius: 1)]
for shape in shapes { print(describe(shape)) }
var chosen: any Shape = Square(side: 1)
print(chosen is Square, (chosen as? Circle)?.radius as Any)
chosen = Circle(radius: 5)
if let circle = chosen as? Circle { print(circle.radius) }
let evens: some Sequence<Int> = [2, 4].map { $0 * 10 }
print(evens.reduce(0, +))
func sum(_ values: any Collection<Int>) -> Int { values.reduce(0, +) }
print(sum([1, 2]), sum(Set([4])))
struct AnyShape: Shape {
  private let compute: () -> Double
  init<S: Shape>(_ shape: S) { compute = shape.area }
  func area() -> Double { compute() }
}
print([AnyShape(Square(side: 2)), AnyShape(Circle(radius: 2))].map { $0.area() })
