// Property wrappers: values and arguments, generic ones, projections, storage, in structs and in classes.
@propertyWrapper
struct Capitalized {
  private var text = ""
  var wrappedValue: String {
    get { text }
    set { text = newValue.prefix(1).uppercased() + newValue.dropFirst() }
  }
  init(wrappedValue: String) { self.wrappedValue = wrappedValue }
}
@propertyWrapper
struct Limited<Value: Comparable> {
  private var value: Value
  let range: ClosedRange<Value>
  var wrappedValue: Value {
    get { value }
    set { value = min(max(newValue, range.lowerBound), range.upperBound) }
  }
  var projectedValue: ClosedRange<Value> { range }
  init(wrappedValue: Value, _ range: ClosedRange<Value>) {
    self.range = range
    value = min(max(wrappedValue, range.lowerBound), range.upperBound)
  }
}
@propertyWrapper
final class Counted<Value> {
  private(set) var reads = 0
  private var value: Value
  init(wrappedValue: Value) { value = wrappedValue }
  var wrappedValue: Value {
    get {
      reads += 1
      return value
    }
    set { value = newValue }
  }
  var projectedValue: Counted<Value> { self }
}
@propertyWrapper
struct Setting<Value> {
  let key: String
  let fallback: Value
  nonisolated(unsafe) static var store: [String: Any] {
    get { settings }
    set { settings = newValue }
  }
  init(_ key: String, default fallback: Value) {
    self.key = key
    self.fallback = fallback
  }
  var wrappedValue: Value {
    get { settings[key] as? Value ?? fallback }
    nonmutating set { settings[key] = newValue }
  }
}
var settings: [String: Any] = [:]
struct Person {
  @Capitalized var name: String = "ann"
  @Limited(0...120) var age = 200
  @Limited(0...1) var share: Double = 0.25
  @Counted var visits = 3
  mutating func birthday() { age += 1 }
}
var person = Person()
print(person.name, person.age, person.share, person.visits)
person.name = "bob"
person.age = -5
person.birthday()
person.share += 2
person.visits += 1
print(person.name, person.age, person.share, person.visits, person.$visits.reads, person.$age)
var copy = person
copy.name = "cid"
print(person.name, copy.name)
final class Preferences {
  @Setting("theme", default: "light") var theme: String
  @Setting("size", default: 12) var size
  @Limited(1...10) var level = 5
  var report: String { "\(theme) \(size) \(_level.range)" }
}
let preferences = Preferences()
print(preferences.report)
preferences.theme = "dark"
preferences.size = 14
preferences.level = 99
print(preferences.report, preferences.level, preferences.$level, settings.count)
