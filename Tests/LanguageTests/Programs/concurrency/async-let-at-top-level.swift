// Child tasks that begin at top level: each is read with await, and a tuple names several values of one.
// swift-format-ignore-file
func f(_ n: Int) async -> Int { n * 2 }
async let a = f(1)
async let b = f(2)
print(await a + b)
async let (x, y) = (f(3), f(4))
print(await x, await y)
func g() async throws -> String { "g" }
async let s: String = g()
print(try await s)
func pair(_ n: Int) async -> (Int, (String, Bool)) { (n, ("s", true)) }
func inside() async {
  async let (a, (b, _)) = pair(7)
  async let (c, d): (Int, Int) = (f(1), f(5))
  print(await a, await b, await c + d)
}
await inside()
struct Refused: Error {}
func refuse() async throws -> Int { throw Refused() }
async let r = refuse()
do { print(try await r) } catch { print(error) }
async let u = { () async -> Int in 5 }()
print(await [a, u])
