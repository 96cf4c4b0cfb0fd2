// The literals that name a place, as default arguments: the caller's, in methods, closures, accessors and initialisers.
struct Log {
  func callAsFunction(_ text: String, function: String = #function, line: UInt = #line) {
    print("\(function):\(line)", text)
  }
  mutating func callAsFunction() { print("changing") }
}
let log = Log()
func note(_ text: String, _ function: StaticString = #function) { print(function, text) }
class Model {
  init(name: String) { note("made \(name)") }
  var count: Int {
    note("read")
    return 1
  }
  func load(_ url: String, retries n: Int) { [1].forEach { _ in note("in a closure") } }
  static func make() -> Model {
    note("static")
    return Model(name: "x")
  }
  subscript(i: Int) -> Int {
    note("subscript")
    return i
  }
  deinit { note("gone") }
}
func run() {
  let model = Model.make()
  _ = model.count + model[2]
  model.load("u", retries: 1)
  log("hello")
}
run()
note("top")
var changing = Log()
changing()
