// Values of which only a protocol is known, passed to generic functions of all kinds: inside it is their own type.
// swift-format-ignore-file
protocol Shape { static var name: String { get }; var n: Int { get } }
extension Shape { static var name: String { String(describing: Self.self) } }
struct Dot: Shape { var n = 1 }
struct Line<T>: Shape { var n = 2; static var name: String { "Line" } }
let shapes: [any Shape] = [Dot(), Line<Int>()]
for shape in shapes {
  func show<S: Shape>(_ s: S) { print("local", S.name, s.n) }
  show(shape)
}
func all() {
  var total = 0
  func add<S: Shape>(_ s: S, times: Int = 1) -> String { total += s.n * times; return S.name }
  for shape in shapes { print(add(shape), add(shape, times: 2), total) }
}
all()
func count<S: Shape>(_ s: S, into total: inout Int) -> String { total += s.n; return S.name }
var total = 0
for shape in shapes { print(count(shape, into: &total), total) }
struct Log {
  var lines: [String] = []
  mutating func add<S: Shape>(_ s: S) { lines.append("\(S.name) \(s.n)") }
  func line<S: Shape>(_ s: S) -> String { "\(S.name)!" }
  static func made<S: Shape>(_ s: S) -> String { "\(S.name)?" }
}
var log = Log()
for shape in shapes { log.add(shape); print(log.line(shape), Log.made(shape)) }
print(log.lines)
protocol Canvas { func draw<S: Shape>(_ s: S) -> String; mutating func keep<S: Shape>(_ s: S) }
struct Paper: Canvas {
  var kept: [String] = []
  func draw<S: Shape>(_ s: S) -> String { "drawn \(S.name)" }
  mutating func keep<S: Shape>(_ s: S) { kept.append(S.name) }
}
func draw(on canvas: any Canvas) { for shape in shapes { print(canvas.draw(shape)) } }
draw(on: Paper())
var paper = Paper()
func keep<C: Canvas>(in canvas: inout C) { for shape in shapes { canvas.keep(shape) } }
keep(in: &paper)
print(paper.kept)
