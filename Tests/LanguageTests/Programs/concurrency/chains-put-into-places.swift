// What a task gives, whose body is an optional chain, is said by the place that it is put into.
@MainActor final class Loader {
  var byName: [String: Task<Void, Never>] = [:]
  var byNumber: [Int: Task<Void, Never>] = [:]
  var list: [Task<Void, Never>?] = [nil, nil]
  var failing: [Int: Task<Void, any Error>] = [:]
  var found: [Int: Task<String?, Never>] = [:]
  var counts: [Int: Task<Int?, Never>] = [:]

  func load(_ text: String) async { print("loaded", text) }
  func check() async throws { print("checked") }
  func name() async -> String { "a name" }
  func risky() async throws -> Int { 7 }

  func start(_ key: String, _ number: Int) {
    byName[key] = Task { [weak self] in await self?.load(key) }
    byNumber[number] = Task { [weak self] in await self?.load("\(number)") }
    list[number] = Task { [weak self] in await self?.load("in a list") }
    failing[number] = Task { [weak self] in try await self?.check() }
    found[number] = Task { [weak self] in await self?.name() }
    counts[number] = Task { [weak self] in try? await self?.risky() }
  }
}

let loader = Loader()
loader.start("a", 1)
await loader.byName["a"]?.value
await loader.byNumber[1]?.value
await loader.list[1]?.value
try await loader.failing[1]?.value
print(await loader.found[1]?.value as Any)
print(await loader.counts[1]?.value as Any)
