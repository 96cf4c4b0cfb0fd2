// Several property wrappers on one property: the first is around what the second makes.
@propertyWrapper struct Logged<Value> {
  private var value: Value
  private(set) var writes = 0
  var wrappedValue: Value {
    get { value }
    set { writes += 1; value = newValue }
  }
  var projectedValue: Int { writes }
  init(wrappedValue: Value) { value = wrappedValue }
}
@propertyWrapper struct Clamped {
  private var value: Int
  let limit: Int
  var wrappedValue: Int {
    get { value }
    set { value = min(newValue, limit) }
  }
  init(wrappedValue: Int, limit: Int = 10) { self.limit = limit; value = min(wrappedValue, limit) }
}
@propertyWrapper class Shared<Value> {
  var wrappedValue: Value
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
struct Settings {
  @Logged @Clamped(limit: 5) var volume: Int = 9
  @Logged @Clamped var plain = 3
  @Shared @Clamped var shared: Int = 50
  @Logged @Logged var twice = "a"
}
var settings = Settings()
print(settings.volume, settings.$volume, settings.plain, settings.shared, settings.twice, settings.$twice)
settings.volume = 100
settings.volume = 2
settings.plain += 20
settings.twice = "b"
print(settings.volume, settings.$volume, settings.plain, settings.twice, settings.$twice)
let copy = settings
settings.shared = 4
print(copy.shared, settings.shared)
var made = Settings(volume: 7, plain: 70, shared: 1, twice: "z")
print(made.volume, made.plain, made.shared, made.twice)
class Model {
  @Logged @Clamped(limit: 2) var n = 0
  @Logged @Clamped static var all: Int = 1
}
let model = Model()
model.n = 8
Model.all = 80
print(model.n, model.$n, Model.all, Model.$all)
