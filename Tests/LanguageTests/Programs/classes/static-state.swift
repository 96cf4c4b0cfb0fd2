// Static properties are made once, at first use, and shared.
class Registry {
  static let shared = Registry()
  static var count = 0
  private(set) var names: [String] = []
  private init() {
    Registry.count += 1
    print("made")
  }
  func register(_ name: String) { names.append(name) }
}
print("before")
Registry.shared.register("a")
Registry.shared.register("b")
print(Registry.shared.names, Registry.count)
