import Foundation
import Combine

protocol Injectable { init() }
final class Container {
  typealias Factory<T> = () -> T
  static let shared = Container()
  private var factories: [ObjectIdentifier: () -> Any] = [:]
  private var singletons = [ObjectIdentifier: AnyObject]()
  func register<T>(_ type: T.Type = T.self, _ factory: @escaping Factory<T>) {
    factories[ObjectIdentifier(type)] = factory
  }
  func registerSingleton<T: AnyObject>(_ type: T.Type, _ make: @autoclosure @escaping () -> T) {
    factories[ObjectIdentifier(type)] = { [unowned self] in
      if let existing = self.singletons[ObjectIdentifier(type)] { return existing }
      let new = make()
      self.singletons[ObjectIdentifier(type)] = new
      return new
    }
  }
  func resolve<T>(_ type: T.Type = T.self) -> T {
    guard let value = factories[ObjectIdentifier(type)]?() as? T else {
      fatalError("nothing registered for \(type)")
    }
    return value
  }
  func optional<T>() -> T? { factories[ObjectIdentifier(T.self)].flatMap { $0() as? T } }
}
@propertyWrapper
struct Injected<T> {
  private lazy var value: T = Container.shared.resolve()
  init() {}
  var wrappedValue: T {
    mutating get { value }
    set { value = newValue }
  }
}
protocol Clock { var now: Date { get } }
struct FixedClock: Clock { var now = Date(timeIntervalSince1970: 86_400) }
protocol Analytics: AnyObject { func track(_ event: String, _ properties: [String: CustomStringConvertible]) }
final class ConsoleAnalytics: Analytics {
  private(set) var events = 0
  func track(_ event: String, _ properties: [String: CustomStringConvertible] = [:]) {
    events += 1
    let list = properties.sorted { $0.key < $1.key }.map { key, value in "\(key)=\(value)" }
    print("[\(events)] \(event) \(list.joined(separator: " "))")
  }
}
final class Counter { var n = 0; init() { print("made a counter") } }
class BaseViewModel: ObservableObject {
  @Injected var analytics: Analytics
  @Injected fileprivate var clock: any Clock
  required init() {}
  class var screen: String { "base" }
  func appear() { analytics.track("appear", ["screen": Self.screen, "at": clock.now.timeIntervalSince1970]) }
}
final class HomeViewModel: BaseViewModel {
  override class var screen: String { "home" }
  @Published var taps = 0 { willSet { analytics.track("tap", ["n": newValue]) } }
}
Container.shared.register { FixedClock() as any Clock }
Container.shared.register(Analytics.self) { ConsoleAnalytics() }
Container.shared.registerSingleton(Counter.self, Counter())
let home = HomeViewModel()
home.appear()
home.taps += 1
home.taps = 5
let a: Counter = Container.shared.resolve()
let b = Container.shared.resolve(Counter.self)
a.n += 1
print(b.n, a === b)
let none: String? = Container.shared.optional()
print(none as Any)
func make<VM: BaseViewModel>(_ type: VM.Type) -> VM { type.init() }
let models: [BaseViewModel] = [make(BaseViewModel.self), make(HomeViewModel.self)]
models.forEach { $0.appear() }
print(models.map { type(of: $0).screen }, models.compactMap { $0 as? HomeViewModel }.count)
