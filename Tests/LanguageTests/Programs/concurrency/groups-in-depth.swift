// Task groups: results in order of completion, collected, throwing, cancelled, discarding, as sequences.
func slow(_ n: Int) async throws -> Int { try await Task.sleep(nanoseconds: UInt64(n) * 20_000_000); return n }
let sorted = await withTaskGroup(of: Int.self) { group -> [Int] in
  for n in [3, 1, 2] { group.addTask { (try? await slow(n)) ?? -1 } }
  var result: [Int] = []
  for await n in group { result.append(n) }
  return result
}
print(sorted)
enum Failed: Error { case bad(Int) }
do {
  let sum = try await withThrowingTaskGroup(of: Int.self) { group in
    for n in 1...3 { group.addTask { try await slow(n) * 10 } }
    return try await group.reduce(0, +)
  }
  print(sum)
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask {
      try await slow(1); throw Failed.bad(1)
    }
    group.addTask { do { _ = try await slow(50) } catch { print("cancelled", error is CancellationError) } }
    try await group.waitForAll()
  }
} catch Failed.bad(let n) { print("bad", n) }
let first = await withTaskGroup(of: String.self) { group in
  group.addTask {
    _ = try? await slow(2); return "slow"
  }
  group.addTask { "fast" }
  let winner = await group.next()!
  group.cancelAll()
  return winner
}
print(first)
func load(_ ids: [Int]) async throws -> [Int: String] {
  try await withThrowingTaskGroup(of: (Int, String).self) { group in
    for id in ids { group.addTask { (id, "item \(try await slow(1) + id)") } }
    var result: [Int: String] = [:]
    for try await (id, text) in group { result[id] = text }
    return result
  }
}
print(try await load([1, 2, 3]).sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" })
let limited = await withTaskGroup(of: Int.self, returning: [Int].self) { group in
  var pending = Array(1...6), done: [Int] = []
  for _ in 0..<2 { let n = pending.removeFirst(); group.addTask { n * n } }
  while let value = await group.next() {
    done.append(value)
    if !pending.isEmpty { let n = pending.removeFirst(); group.addTask { n * n } }
  }
  return done.sorted()
}
print(limited)
await withDiscardingTaskGroup { group in group.addTask { print("discarded") } }
print(
  await withTaskGroup(of: Int.self) { g in
    g.addTask { 1 }; g.addTask { 2 }; return await g.map { $0 * 2 }.reduce(0, +)
  })
let added = await withTaskGroup(of: Int.self) { g -> (Bool, Bool) in
  g.cancelAll(); return (g.isCancelled, g.addTaskUnlessCancelled { 1 })
}
print(added)
