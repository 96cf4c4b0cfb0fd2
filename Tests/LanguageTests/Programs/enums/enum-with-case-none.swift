// An enum whose own case is called none, inside an optional: nil and .some(.none) differ.
enum Focusable: Hashable {
  case none
  case row(id: String)
}
func describe(_ focus: Focusable?) -> String {
  switch focus {
  case .some(.none): return "own none"
  case .row(let id): return "row \(id)"
  case nil: return "nil"
  }
}
let values: [Focusable?] = [nil, Focusable.none, .row(id: "7")]
print(values.map(describe))
var focus: Focusable? = Focusable.none
print(focus == nil, focus == Focusable.none, describe(focus))
focus = nil
print(focus == nil, focus == Focusable.none, describe(focus))
focus = .row(id: "2")
if case .row(let id) = focus {
  print("through the optional: \(id)")
}
switch focus {
case .row("2"): print("exactly row 2")
default: print("another")
}
print(values)
