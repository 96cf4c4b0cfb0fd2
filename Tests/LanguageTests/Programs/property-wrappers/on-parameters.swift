// Property wrappers on parameters.
@propertyWrapper struct Clamped {
  var wrappedValue: Int { didSet { wrappedValue = min(max(wrappedValue, 0), limit) } }
  var limit = 10
  var projectedValue: String { "0...\(limit)" }
  init(wrappedValue: Int, limit: Int = 10) {
    self.limit = limit
    self.wrappedValue = min(max(wrappedValue, 0), limit)
  }
}
@propertyWrapper struct Trimmed<S: StringProtocol> {
  var wrappedValue: S
  init(wrappedValue: S) { self.wrappedValue = wrappedValue }
  var projectedValue: Int { wrappedValue.count }
}
func show(@Clamped n: Int, @Clamped(limit: 3) _ m: Int, plain: Int) { print(n, m, plain, $n, $m, _n.limit) }
show(n: 20, 20, plain: 20)
func single(@Clamped(limit: 5) _ n: Int) -> Int { n * 2 }
print(single(100), single(-4))
struct Holder {
  let kept: Int
  init(@Clamped(limit: 7) kept: Int = 99) { self.kept = kept }
  func add(@Clamped to n: Int) -> Int { kept + n }
  static func length(@Trimmed of text: String) -> Int { $text }
}
print(Holder().kept, Holder(kept: 3).add(to: 50), Holder.length(of: "four"))
func outer() -> Int {
  func inner(@Clamped _ n: Int) -> Int { n + 1 }
  return inner(30)
}
print(outer(), [5, 50].map { single($0) })
