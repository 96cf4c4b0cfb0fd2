// Functions without a result, () and Void, Never, discarded results.
func nothing() {}
func alsoNothing() -> Void { return }
func unit() -> () { () }
let results: [Void] = [nothing(), alsoNothing(), unit()]
print(results.count, nothing() == (), type(of: nothing()))
let action: () -> Void = nothing
action()
func positive(_ n: Int) -> Int {
  guard n > 0 else { fatalError("never here") }
  return n
}
print(positive(3))
@discardableResult func counted() -> Int { 1 }
counted()
_ = positive(1)
let callbacks: [(Int) -> Void] = [{ _ in }, { print("got", $0) }]
callbacks.forEach { $0(5) }
