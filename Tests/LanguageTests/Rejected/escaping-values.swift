// A function that is passed in does not escape, unless the parameter says so.
// swift-format-ignore-file
class Button {
  var action: () -> Void = {}
  var actions: [() -> Void] = []
  var opt: (() -> Void)?
  func a(_ body: () -> Void) { action = body }  // error: assigning non-escaping parameter 'body' to an '@escaping' closure
  func b(_ body: () -> Void) { actions.append(body) }  // error: converting non-escaping parameter 'body' to generic parameter 'Element' may allow it to escape
  func c(_ body: () -> Void) { opt = body }  // error: assigning non-escaping parameter 'body' to an '@escaping' closure
  func d(_ body: () -> Void) { let x = { body() }; x() }
  func e(_ body: () -> Void) { run { body() } }
  func f(_ body: () -> Void) { runNow { body() } }
  func g(_ body: () -> Void) { run(body) }  // error: passing non-escaping parameter 'body' to function expecting an '@escaping' closure
  func h(_ body: () -> Void) { runNow(body) }
  func j(_ body: () -> Void) -> () -> Void { return body }  // error: using non-escaping parameter 'body' in a context expecting an '@escaping' closure
  func k(_ body: () -> Void) { let copy = body; copy() }
  func l(_ body: (() -> Void)?) { opt = body }
  func m(_ body: @autoclosure () -> Int) { run { _ = body() } }
  func n(_ body: () -> Void) { self.action = { body() } }
  func o(_ body: () -> Void) { let t = (body, 1); _ = t }
  func p(_ body: () -> Void) { print(body) }  // error: converting non-escaping value to 'Any' may allow it to escape
  func q(_ body: (Int) -> Void) { [1].forEach(body) }
  func r(_ body: (Int) -> Void) { [1].forEach { body($0) } }
  func s(_ body: () -> Void) { defer { body() } }
  func t(_ body: () -> Void) { func inner() { body() }; inner() }
  func v(_ body: (Int) -> Int) -> [Int] { [1].lazy.map(body).map { $0 } }
  func w(_ body: @escaping () -> Void) { opt = body; run(body); run { body() } }
  func x(_ body: () -> Void) { let arr = [body]; _ = arr }  // error: using non-escaping parameter 'body' in a context expecting an '@escaping' closure
  func y(_ body: () -> Void) { _ = body }
  func z(_ body: () throws -> Void) rethrows { try body() }
  init(body: () -> Void) { action = body }  // error: assigning non-escaping parameter 'body' to an '@escaping' closure
  init() {}
  func aa(_ body: () -> Void) { Task { body() } }
  func ac(_ body: () -> Void) { if true { return runNow(body) } }
  func ad(_ body: () -> Void = {}) { runNow { runNow { body() } } }
  func ae(_ body: () -> Void) { runNow { self.run { body() } } }
  func af<T>(_ x: T, _ body: (T) -> Void) { let c = id(body); c(x) }  // error: converting non-escaping parameter 'body' to generic parameter 'T' may allow it to escape
  func id<T>(_ x: T) -> T { x }
  func run(_ body: @escaping () -> Void) { body() }
  func runNow(_ body: () -> Void) { body() }
}
