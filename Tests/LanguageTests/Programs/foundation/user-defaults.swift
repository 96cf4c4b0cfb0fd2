// UserDefaults: settings under names.
import Foundation

let settings = UserDefaults(suiteName: "combined-test-\(UUID().uuidString)")!
settings.set(3, forKey: "n")
settings.set("x", forKey: "s")
settings.set([1, 2], forKey: "a")
settings.set(true, forKey: "b")
settings.set(2.5, forKey: "d")
settings.set(Data([1, 2, 3]), forKey: "data")
print(settings.integer(forKey: "n"), settings.string(forKey: "s") ?? "-", settings.array(forKey: "a")?.count ?? 0)
print(
  settings.bool(forKey: "b"), settings.bool(forKey: "none"), settings.double(forKey: "d"), settings.double(forKey: "n"))
print(
  settings.object(forKey: "none") == nil, settings.string(forKey: "a") == nil, settings.data(forKey: "data")?.count ?? 0
)
print(settings.object(forKey: "n") as? Int ?? 0, settings.object(forKey: "s") as? String ?? "-")
settings.register(defaults: ["m": 7, "n": 1])
print(settings.integer(forKey: "m"), settings.integer(forKey: "n"))

final class Preferences {
  private let defaults: UserDefaults
  init(defaults: UserDefaults = .standard) { self.defaults = defaults }
  var volume: Int {
    get { defaults.integer(forKey: "volume") }
    set { defaults.set(newValue, forKey: "volume") }
  }
}
let preferences = Preferences(defaults: settings)
preferences.volume += 5
print(preferences.volume)

@propertyWrapper struct Default<Value> {
  let key: String
  let fallback: Value
  var wrappedValue: Value {
    get { settings.object(forKey: key) as? Value ?? fallback }
    nonmutating set { settings.set(newValue, forKey: key) }
  }
}
struct Options { @Default(key: "dark", fallback: false) var isDark: Bool }
let options = Options()
print(options.isDark)
options.isDark = true
print(options.isDark, settings.bool(forKey: "dark"))
