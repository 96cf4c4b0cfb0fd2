import Foundation
import Combine
// A home-made signal library next to Combine
final class Observable<Value> {
  typealias Observer = (Value, Value?) -> Void
  private var observers: [UUID: Observer] = [:]; private var order: [UUID] = []
  var value: Value { didSet { notify(old: oldValue) } }
  init(_ v: Value) { value = v }
  func observe(_ f: @escaping Observer) -> Token {
    let id = UUID(); observers[id] = f; order.append(id); f(value, nil);
    return Token { [weak self] in
      self?.observers[id] = nil; self?.order.removeAll { $0 == id }
    }
  }
  private func notify(old: Value) { order.forEach { observers[$0]?(value, old) } }
  func map<T>(_ f: @escaping (Value) -> T) -> (Observable<T>, Token) {
    let o = Observable<T>(f(value)); let t = observe { [unowned o] v, _ in o.value = f(v) }; return (o, t)
  }
  var publisher: AnyPublisher<Value, Never> {
    Deferred { [self] () -> AnyPublisher<Value, Never> in
      let s = PassthroughSubject<Value, Never>(); let t = observe { v, _ in s.send(v) };
      return s.prepend(value).handleEvents(receiveCancel: { t.cancel() }).eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }
}
final class Token: Cancellable {
  private var onCancel: (() -> Void)?; init(_ f: @escaping () -> Void) { onCancel = f };
  func cancel() { onCancel?(); onCancel = nil }; deinit { cancel() }
  func disposed(by bag: inout [Token]) { bag.append(self) }
}
extension Observable where Value: Equatable {
  func onChange(_ f: @escaping (Value) -> Void) -> Token { observe { new, old in if let old, old != new { f(new) } } }
}
extension Observable: Equatable where Value: Equatable {
  static func == (l: Observable, r: Observable) -> Bool { l.value == r.value }
}
extension Observable where Value: RangeReplaceableCollection {
  func append(_ e: Value.Element) { value.append(e) }; static func += (l: Observable, r: Value) { l.value += r }
}
@propertyWrapper struct Live<V> {
  let projectedValue: Observable<V>; init(wrappedValue: V) { projectedValue = Observable(wrappedValue) };
  var wrappedValue: V {
    get { projectedValue.value }
    nonmutating set { projectedValue.value = newValue }
  }
}
class Model {
  @Live var count = 0; @Live var names: [String] = ["a"]; let title = Observable<String?>(nil)
  var isEven: Bool { count.isMultiple(of: 2) }
}
var bag: [Token] = []
let m = Model()
m.$count.observe { new, old in print("count", old.map(String.init) ?? "-", "->", new) }.disposed(by: &bag)
m.$count.onChange { print("changed", $0) }.disposed(by: &bag)
m.count += 1; m.count = 1; m.count *= 5
let (doubled, token) = m.$count.map { $0 * 2 }
m.count = 6; print(doubled.value, m.isEven)
token.cancel(); m.count = 7; print(doubled.value)
m.$names.append("b"); m.$names += ["c", "d"]; m.names[0] = "z";
print(m.names, m.$names == Observable(["z", "b", "c", "d"]))
let sink = m.title.publisher.map { $0 ?? "untitled" }.sink { print("title:", $0) }
m.title.value = "One"; sink.cancel(); m.title.value = "Two"
bag.removeAll(); m.count = 100; print(m.count)
weak var weakModel: Model?
do { let temp = Model(); weakModel = temp; temp.count = 3; print(weakModel?.count ?? -1) }
print(weakModel == nil)
struct Weak<T: AnyObject> { weak var object: T? }
final class Multicast<P> {
  private var list: [Weak<AnyObject>] = []; func add(_ p: P) { list.append(Weak(object: p as AnyObject)) };
  func call(_ f: (P) -> Void) { list.compactMap { $0.object as? P }.forEach(f) };
  var count: Int { list.lazy.filter { $0.object != nil }.count }
}
protocol Listener: AnyObject { func hear(_ s: String) }
final class Ear: Listener { let n: Int; init(_ n: Int) { self.n = n }; func hear(_ s: String) { print(n, "hears", s) } }
let cast = Multicast<any Listener>(); var ears: [Ear] = [Ear(1), Ear(2)]; ears.forEach(cast.add)
cast.call { $0.hear("hi") }; ears.removeFirst(); cast.call { $0.hear("again") }; print(cast.count)
