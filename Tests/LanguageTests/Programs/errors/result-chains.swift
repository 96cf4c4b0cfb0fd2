// Result: map, flatMap, mapError, get, catching, switch.
enum Failure: Error { case negative, tooBig }
func root(_ n: Int) -> Result<Int, Failure> { n < 0 ? .failure(.negative) : .success(n * n) }
print(root(3), root(-1))
print(
  root(3).map { $0 + 1 }, root(2).flatMap { root($0) }, root(2).flatMap { _ in Result<Int, Failure>.failure(.tooBig) })
print((try? root(-1).get()) as Any, (try? root(4).get()) ?? 0)
let caught = Result { try JSONLike("x").value() }
struct JSONLike {
  let text: String
  init(_ text: String) { self.text = text }
  func value() throws -> Int { guard let n = Int(text) else { throw Failure.tooBig }; return n }
}
if case .failure(let error) = caught { print("failed with", error) }
struct Wrapped: Error { let text: String }
print(root(-5).mapError { Wrapped(text: "\($0)") })
