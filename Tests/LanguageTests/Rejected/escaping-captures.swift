// A closure that escapes takes no function with it that must not.
// swift-format-ignore-file
class Button {
  var action: () -> Void = {}
  var actions: [() -> Void] = []
  var opt: (() -> Void)?
  func d(_ body: () -> Void) { let x = { body() }; x() }  // error: escaping closure captures non-escaping parameter 'body'
  func e(_ body: () -> Void) { run { body() } }  // error: escaping closure captures non-escaping parameter 'body'
  func f(_ body: () -> Void) { runNow { body() } }
  func h(_ body: () -> Void) { runNow(body) }
  func k(_ body: () -> Void) { let copy = body; copy() }
  func l(_ body: (() -> Void)?) { opt = body }
  func m(_ body: @autoclosure () -> Int) { run { _ = body() } }  // error: escaping closure captures non-escaping parameter 'body'
  func n(_ body: () -> Void) { self.action = { body() } }  // error: escaping closure captures non-escaping parameter 'body'
  func o(_ body: () -> Void) { let t = (body, 1); _ = t }
  func q(_ body: (Int) -> Void) { [1].forEach(body) }
  func r(_ body: (Int) -> Void) { [1].forEach { body($0) } }
  func s(_ body: () -> Void) { defer { body() } }
  func t(_ body: () -> Void) { func inner() { body() }; inner() }
  func v(_ body: (Int) -> Int) -> [Int] { [1].lazy.map(body).map { $0 } }
  func w(_ body: @escaping () -> Void) { opt = body; run(body); run { body() } }
  func y(_ body: () -> Void) { _ = body }
  func z(_ body: () throws -> Void) rethrows { try body() }
  init() {}
  func aa(_ body: () -> Void) { Task { body() } }  // error: escaping closure captures non-escaping parameter 'body'
  func ac(_ body: () -> Void) { if true { return runNow(body) } }
  func ad(_ body: () -> Void = {}) { runNow { runNow { body() } } }
  func ae(_ body: () -> Void) { runNow { self.run { body() } } }  // error: escaping closure captures non-escaping parameter 'body'
  func id<T>(_ x: T) -> T { x }
  func run(_ body: @escaping () -> Void) { body() }
  func runNow(_ body: () -> Void) { body() }
}
