// Operators for own types: +, +=, prefix -, ==, <, custom infix and postfix operators with precedence.
struct Vector: Equatable {
  var x: Double, y: Double
  static func + (a: Vector, b: Vector) -> Vector { Vector(x: a.x + b.x, y: a.y + b.y) }
  static func * (a: Vector, factor: Double) -> Vector { Vector(x: a.x * factor, y: a.y * factor) }
  static prefix func - (a: Vector) -> Vector { Vector(x: -a.x, y: -a.y) }
  static func += (a: inout Vector, b: Vector) { a = a + b }
}
var v = Vector(x: 1, y: 2) + Vector(x: 3, y: 4) * 2
v += Vector(x: 0.5, y: 0.5)
print(v, -v, v == Vector(x: 7.5, y: 10.5))
infix operator |> : PipePrecedence
precedencegroup PipePrecedence {
  associativity: left
  higherThan: AssignmentPrecedence
}
func |> <A, B>(value: A, function: (A) -> B) -> B { function(value) }
print(3 |> { $0 * 2 } |> String.init |> { $0 + "!" })
postfix operator %
postfix func % (value: Double) -> Double { value / 100 }
print(50% * 10)
prefix operator √
prefix func √ (value: Double) -> Double { value.squareRoot() }
print(√16 + √9)
func * (text: String, count: Int) -> String { String(repeating: text, count: count) }
print("ab" * 3)
infix operator ?= : AssignmentPrecedence
func ?= <T>(target: inout T, value: T?) { if let value { target = value } }
var name = "old"
name ?= nil
name ?= "new"
print(name)
