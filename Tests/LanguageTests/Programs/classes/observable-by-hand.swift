// The observer pattern by hand: weak observers, tokens that unregister in deinit, re-entrant changes.
final class Token {
  private let onDeinit: () -> Void
  init(_ onDeinit: @escaping () -> Void) { self.onDeinit = onDeinit }
  deinit { onDeinit() }
}
final class Observable<Value> {
  private var observers: [Int: (Value, Value) -> Void] = [:]
  private var nextID = 0
  var value: Value {
    didSet { for id in observers.keys.sorted() { observers[id]?(oldValue, value) } }
  }
  init(_ value: Value) { self.value = value }
  func observe(_ observer: @escaping (_ old: Value, _ new: Value) -> Void) -> Token {
    let id = nextID
    nextID += 1
    observers[id] = observer
    return Token { [weak self] in
      self?.observers[id] = nil
      print("unregistered \(id)")
    }
  }
}
let level = Observable(1)
var first: Token? = level.observe { print("first: \($0) -> \($1)") }
let second = level.observe { old, new in
  print("second: \(old) -> \(new)")
  if new > 10 { level.value = 10 }
}
level.value = 5
first = nil
level.value = 50
print(level.value)
weak var weakLevel: Observable<String>?
do {
  let temporary = Observable("x")
  weakLevel = temporary
  let token = temporary.observe { print($0, $1) }
  temporary.value = "y"
  _ = token
}
print(weakLevel == nil)
