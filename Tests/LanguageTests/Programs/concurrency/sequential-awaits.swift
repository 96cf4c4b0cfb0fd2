// Asynchronous functions awaited in order, in loops, in conditions, in closures.
func fetch(_ id: Int) async -> String { "item \(id)" }
func isReady(_ id: Int) async throws -> Bool {
  struct Bad: Error {}
  if id < 0 { throw Bad() }
  return id % 2 == 0
}
var items: [String] = []
for id in 1...3 { items.append(await fetch(id)) }
print(items)
if try await isReady(2) { print("ready") }
let ready = (try? await isReady(-1)) ?? false
print(ready, await fetch(await fetch(9).count))
let transform: (Int) async -> Int = { id in await fetch(id).count }
print(await transform(100))
do { _ = try await isReady(-5) } catch { print("caught", type(of: error)) }
