// Values that are called, behind a protocol and for a generic parameter.
protocol Use { func callAsFunction(_ x: Int) -> Int }
struct Impl: Use { func callAsFunction(_ x: Int) -> Int { x + 1 } }
let u: any Use = Impl()
print(u(1))
class VM {
  private let use: Use; init(use: Use = Impl()) { self.use = use }
  func go() -> Int { use(4) + self.use(5) }
}
print(VM().go())
protocol Async { func callAsFunction(id: String) async throws -> [Int]; func callAsFunction() -> Int }
struct A: Async { func callAsFunction(id: String) async throws -> [Int] { [1] }; func callAsFunction() -> Int { 3 } }
let a: Async = A()
print(try await a(id: "x"), a())
func f<T: Use>(_ t: T) -> Int { t(1) }
print(f(Impl()))
extension Use { func callAsFunction() -> String { "ext" } }
print(u(), Impl()())
