// A fluent configuration object, generic caches, a type-erased box, phantom types.
struct Request<Response> {
  var path: String
  var headers: [String: String] = [:]
  var parse: (String) -> Response?
  func header(_ key: String, _ value: String) -> Self {
    var copy = self
    copy.headers[key] = value
    return copy
  }
  func map<T>(_ transform: @escaping (Response) -> T) -> Request<T> {
    Request<T>(path: path, headers: headers) { text in parse(text).map(transform) }
  }
}
let request = Request(path: "/age") { Int($0) }
  .header("Accept", "text")
  .header("X", "1")
  .map { $0 + 1 }
  .map { "age \($0)" }
print(request.headers.count, request.parse("41") ?? "-", request.parse("x") ?? "-")

final class Cache<Key: Hashable, Value> {
  private var storage: [Key: Value] = [:]
  private(set) var misses = 0
  func value(for key: Key, orMake make: (Key) throws -> Value) rethrows -> Value {
    if let value = storage[key] { return value }
    misses += 1
    let value = try make(key)
    storage[key] = value
    return value
  }
  subscript(key: Key) -> Value? { storage[key] }
}
let cache = Cache<String, Int>()
print(
  cache.value(for: "abc") { $0.count }, cache.value(for: "abc") { _ in 0 }, cache["abc"] as Any, cache["z"] as Any,
  cache.misses)
enum Metre {}
enum Foot {}
struct Length<Unit>: Equatable { var value: Double }
extension Length where Unit == Foot { var metres: Length<Metre> { Length<Metre>(value: value / 4) } }
print(Length<Foot>(value: 8).metres == Length<Metre>(value: 2))
func zipLongest<A, B>(_ a: [A], _ b: [B], _ fillA: A, _ fillB: B) -> [(A, B)] {
  (0..<max(a.count, b.count)).map { ($0 < a.count ? a[$0] : fillA, $0 < b.count ? b[$0] : fillB) }
}
print(zipLongest([1, 2, 3], ["a"], 0, "-"))
