// async functions called one after the other, async throwing ones, async closures, await inside expressions.
struct Failed: Error {}
func slice(_ item: String) async -> String {
  print("slicing \(item)")
  return "sliced \(item)"
}
func load(_ ok: Bool) async throws -> Int {
  guard ok else { throw Failed() }
  return 200
}
let tomato = await slice("tomato")
print(tomato, await slice("bread"))
print("\(await slice("cheese"))", [await slice("ham"), await slice("egg")])
do {
  print(try await load(true))
  print(try await load(false))
} catch {
  print("failed \(error)")
}
print((try? await load(false)) as Any, (try? await load(true)) ?? 0)
func twice(_ body: () async -> Int) async -> Int {
  let first = await body()
  return await first + body()
}
print(await twice { 21 })
let fetch: (String) async throws -> Int = { text in
  try await load(!text.isEmpty) + text.count
}
print(try await fetch("four"))
func mapAsync(_ values: [Int], _ transform: (Int) async -> String) async -> [String] {
  var result: [String] = []
  for value in values { result.append(await transform(value)) }
  return result
}
print(await mapAsync([1, 2]) { "#\($0)" })
class Library {
  var title: String { get async { "the library" } }
  func refresh() async { print("refreshed \(await title)") }
}
await Library().refresh()
