// Own property wrappers: wrappedValue, projectedValue, arguments, storage behind the underscore, generic ones.
@propertyWrapper
struct Clamped {
  private var value: Int
  private let range: ClosedRange<Int>
  private(set) var projectedValue = false
  init(wrappedValue: Int, _ range: ClosedRange<Int>) {
    self.range = range
    value = min(max(wrappedValue, range.lowerBound), range.upperBound)
  }
  var wrappedValue: Int {
    get { value }
    set {
      projectedValue = !range.contains(newValue)
      value = min(max(newValue, range.lowerBound), range.upperBound)
    }
  }
}
@propertyWrapper
struct Trimmed {
  var wrappedValue: String {
    didSet { wrappedValue = wrappedValue.filter { $0 != " " } }
  }
  init(wrappedValue: String) { self.wrappedValue = wrappedValue.filter { $0 != " " } }
}
@propertyWrapper
final class Logged<Value> {
  var changes: [Value] = []
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  var wrappedValue: Value { didSet { changes.append(wrappedValue) } }
  var projectedValue: Logged<Value> { self }
}
struct Settings {
  @Clamped(0...10) var volume = 5
  @Trimmed var name: String = " a b "
  @Logged var theme = "light"
  var report: String { "\(_volume.wrappedValue) \(_theme.changes)" }
}
var settings = Settings()
settings.volume = 99
print(settings.volume, settings.$volume)
settings.volume = 3
print(settings.volume, settings.$volume)
settings.name = "  c d"
print(settings.name)
settings.theme = "dark"
settings.theme += "er"
print(settings.$theme.changes, settings.report)
func local() {
  @Clamped(1...3) var x = 7
  print(x)
}
local()
