// async let: started together, awaited where used, also of throwing functions and in a collection.
struct Burnt: Error {}
func toast(_ slices: Int) async -> [String] {
  Array(repeating: "toast", count: slices)
}
func cook(_ what: String) async throws -> String {
  if what == "stone" { throw Burnt() }
  return "cooked \(what)"
}
func sandwich() async throws -> String {
  async let bread = toast(2)
  async let egg = cook("egg")
  async let ham = cook("ham")
  return try await "\(bread.count) x \(bread[0]) with \(egg) and \(ham)"
}
print(try await sandwich())
func broken() async -> String {
  async let stone = cook("stone")
  do {
    return try await stone
  } catch {
    return "error \(error)"
  }
}
print(await broken())
func sum() async -> Int {
  async let a = toast(1)
  async let b = toast(2)
  let all = await [a, b]
  return all.map(\.count).reduce(0, +)
}
print(await sum())
func three() async -> Int {
  try? await Task.sleep(for: .milliseconds(1))
  return 3
}
func added() async -> Int {
  async let a = three()
  async let b = three()
  return await a + b
}
print(await added())
