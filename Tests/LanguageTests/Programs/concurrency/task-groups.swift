// Task groups: results gathered in a fixed order, early error, for await over the children.
struct Failed: Error {}
func pages(_ n: Int) async throws -> Int {
  if n < 0 { throw Failed() }
  return n * 100
}
let total = await withTaskGroup(of: Int.self) { group in
  for n in 1...4 {
    group.addTask { n * n }
  }
  var sum = 0
  for await value in group { sum += value }
  return sum
}
print(total)
let table = try await withThrowingTaskGroup(of: (Int, Int).self) { group -> [Int: Int] in
  for n in [3, 1, 2] { group.addTask { (n, try await pages(n)) } }
  var result: [Int: Int] = [:]
  for try await (n, count) in group { result[n] = count }
  return result
}
print(table.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" })
do {
  try await withThrowingTaskGroup(of: Int.self) { group in
    group.addTask { try await pages(-1) }
    for try await value in group { print(value) }
  }
} catch {
  print("group failed: \(error)")
}
