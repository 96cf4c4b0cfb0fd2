// Enums with methods, computed properties, statics, mutating self, initialisers.
enum TrafficLight: CaseIterable {
  case red, yellow, green

  var next: TrafficLight {
    switch self {
    case .red: return .green
    case .yellow: return .red
    case .green: return .yellow
    }
  }
  mutating func advance() { self = next }
  var isGo: Bool { self == .green }
  static let initial: TrafficLight = .red
  static func parse(_ text: String) -> Self? {
    allCases.first { "\($0)" == text }
  }
  init(speed: Int) {
    self = speed > 0 ? .green : .red
  }
}
var light = TrafficLight.initial
for _ in 1...4 {
  print(light, light.isGo, terminator: "; ")
  light.advance()
}
print()
print(TrafficLight.parse("yellow") as Any, TrafficLight.parse("pink") as Any, TrafficLight(speed: 30))

enum LoadState<Value> {
  case idle
  case loading(placeholder: Value?)
  case success(Value)
  case failure(String)

  var value: Value? {
    switch self {
    case .idle, .failure: nil
    case .loading(let placeholder): placeholder
    case .success(let value): value
    }
  }
  var isLoading: Bool {
    if case .loading = self { return true }
    return false
  }
}
var state = LoadState<[String]>.idle
print(state.value as Any, state.isLoading)
state = .loading(placeholder: ["…"])
print(state.value ?? [], state.isLoading)
state = .success(["Ann", "Bob"])
print(state.value!.count, state)
state = .failure("error")
print(state)
