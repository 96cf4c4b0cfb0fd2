import Foundation
import Combine

final class Cache<Key: Hashable, Value> {
  fileprivate struct Entry {
    let value: Value
    let expires: Date
  }
  private var entries: [Key: Entry] = [:]
  private var order: [Key] = []
  private let capacity: Int
  private let lifetime: TimeInterval
  private let now: () -> Date
  private(set) var hits = 0, misses = 0

  init(capacity: Int = 3, lifetime: TimeInterval = 60, now: @escaping () -> Date = Date.init) {
    self.capacity = capacity
    self.lifetime = lifetime
    self.now = now
  }
  subscript(key: Key) -> Value? {
    get { value(for: key) }
    set {
      guard let newValue else { remove(key); return }
      insert(newValue, for: key)
    }
  }
  subscript(key: Key, default make: @autoclosure () throws -> Value) -> Value {
    get throws {
      if let v = self[key] { return v }
      let v = try make()
      self[key] = v
      return v
    }
  }
  func insert(_ value: Value, for key: Key) {
    entries[key] = Entry(value: value, expires: now().addingTimeInterval(lifetime))
    order.removeAll { $0 == key }
    order.append(key)
    while order.count > capacity { entries[order.removeFirst()] = nil }
  }
  func value(for key: Key) -> Value? {
    guard let entry = entries[key] else { misses += 1; return nil }
    guard entry.expires > now() else { remove(key); misses += 1; return nil }
    hits += 1
    return entry.value
  }
  func remove(_ key: Key) { entries.removeValue(forKey: key); order.removeAll { $0 == key } }
  var keys: [Key] { order }
}
extension Cache: CustomStringConvertible where Key: CustomStringConvertible, Value: CustomStringConvertible {
  var description: String {
    "[" + order.compactMap { k in entries[k].map { "\(k): \($0.value)" } }.joined(separator: ", ") + "]"
  }
}
extension Cache.Entry: Equatable where Value: Equatable {}

enum LoadError: Error { case tooBig(Int) }
var time = Date(timeIntervalSince1970: 0)
let cache = Cache<Int, String>(now: { time })
func load(_ n: Int) throws -> String {
  if n > 100 { throw LoadError.tooBig(n) }
  return String(repeating: "*", count: n)
}
for n in [1, 2, 1, 3, 4, 1] { _ = try cache[n, default: load(n)] }
print(cache, cache.hits, cache.misses)
do { print(try cache[200, default: load(200)]) } catch LoadError.tooBig(let n) { print("too big: \(n)") }
time += 61
print(cache[4] ?? "expired", cache.keys)
cache[3] = nil
cache[9] = "nine"
print(cache.description)

actor_like: do {
  final class Loader {
    var inFlight: [String: AnyPublisher<Int, Never>] = [:]
    func load(_ key: String) -> AnyPublisher<Int, Never> {
      if let running = inFlight[key] { return running }
      let p = Deferred {
        Future<Int, Never> { promise in
          print("loading", key); promise(.success(key.count))
        }
      }
      .handleEvents(receiveCompletion: { [weak self] _ in self?.inFlight[key] = nil })
      .share()
      .eraseToAnyPublisher()
      inFlight[key] = p
      return p
    }
  }
  let l = Loader()
  let s = Publishers.Zip(l.load("abc"), l.load("de")).sink { print($0) }
  _ = s
  guard l.inFlight.isEmpty else { break actor_like }
  print("none in flight")
}
