// Opaque results are values of one type: compared, collected, passed on.
import Combine

func one() -> some Equatable { 3 }
func other() -> some Comparable { "x" }
func key() -> some Hashable { 1 }
print(one() == one(), other() < other(), [other(), other()].max()! == other(), Set([key(), key()]).count)
let (a, b) = (one(), one())
print(a == b, a != b)

func evens() -> some Sequence<Int> { (0..<10).lazy.filter { $0 % 2 == 0 } }
func sum<S: Sequence>(_ sequence: S) -> Int where S.Element == Int { sequence.reduce(0, +) }
print(sum(evens()), evens().map { $0 + 1 }, Array(evens().prefix(2)), zip(evens(), "ab").map { "\($0)\($1)" })
func words() -> some Collection<String> { ["a", "b"] }
print(words().count, words().first!, words().joined(), words().dropFirst().first ?? "none")

func numbers() -> some Publisher<Int, Never> { Just(1) }
func text(_ n: Int) -> some Publisher<String, Never> { Just("\(n)") }
extension Publisher {
  func doubled() -> some Publisher<[Output], Failure> { map { [$0, $0] } }
}
let t1 = numbers().flatMap { text($0) }.sink { print("flat", $0) }
let t2 = numbers().merge(with: numbers()).zip(text(3)).sink { print("zip", $0) }
let t3 = Publishers.Merge(numbers(), numbers()).sink { print("merge", $0) }
let t4 = numbers().combineLatest(text(1)).map { "\($0)\($1)" }.sink { print("latest", $0) }
let t5 = numbers().map { text($0) }.switchToLatest().sink { print("switch", $0) }
let t6 = numbers().doubled().doubled().sink { print("doubled", $0) }
final class Model {
  var items: some Publisher<[Int], Never> { Just([1]).append([2]) }
}
let t7 = Model().items.append(Model().items).collect().sink { print("items", $0) }

protocol Shape {
  associatedtype Side: Equatable
  var side: Side { get }
  func area() -> Double
}
struct Square: Shape {
  var side: Int
  func area() -> Double { Double(side * side) }
}
func make() -> some Shape { Square(side: 2) }
struct Holder<S: Shape> { var shape: S }
print(make().area(), make().side == make().side, Holder(shape: make()).shape.area(), (make() as? Square)?.side ?? 0)
let shapes = [make(), make()]
print(shapes.map { $0.area() }, shapes.count, type(of: make()))
protocol Screen {
  associatedtype Body
  var body: Body { get }
}
struct Label: Screen { var body: some Shape { Square(side: 3) } }
print(Label().body.area())
