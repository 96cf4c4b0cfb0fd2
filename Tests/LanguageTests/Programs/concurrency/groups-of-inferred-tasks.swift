// Groups whose first task says what all of them give.
func f() async {
  let a = await withTaskGroup { group in
    for i in 1...3 { group.addTask { i * 2 } }
    var sum = 0
    for await x in group { sum += x }
    return sum
  }
  print(a)
  let b = await withTaskGroup { group -> [String] in
    group.addTask { "x" }
    group.addTask { "y" }
    var out: [String] = []
    for await x in group { out.append(x) }
    return out.sorted()
  }
  print(b)
  await withTaskGroup { group in
    for i in 1...2 { group.addTask { print("never", i > 5) } }
  }
  await withDiscardingTaskGroup { group in
    group.addTask { print("d") }
  }
  do {
    let c = try await withThrowingTaskGroup { group in
      group.addTask { () throws -> Int in 3 }
      group.addTask { try await g() }
      var n = 0
      while let x = try await group.next() { n += x }
      return n
    }
    print(c)
    try await withThrowingTaskGroup { group in
      group.addTask { try await Task.sleep(nanoseconds: 1) }
      try await group.waitForAll()
    }
    try await withThrowingDiscardingTaskGroup { group in group.addTask { print("td") } }
  } catch { print(error) }
  let d = await withTaskGroup { group in
    group.addTask { (1, "a") }
    return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }
  print(d)
  let e = await withTaskGroup(returning: Int.self) { group in
    group.addTask { 1 as Int? }
    return await group.compactMap { $0 }.reduce(0, +)
  }
  print(e)
}
func g() async throws -> Int { 4 }
await f()
func h() async {
  let c = await withTaskGroup { group in
    let jobs = [1, 2]
    jobs.forEach { j in group.addTask { j } }
    for j in jobs {
      guard group.addTaskUnlessCancelled(operation: { j * 2 }) else { break }
    }
    var n = 0
    for await x in group { n += x }
    return n
  }
  print(c)
  let d: [String] = await withTaskGroup { group in
    group.addTask { @MainActor in "m" }
    group.addTask(priority: .high) { () -> String in
      let x = "y"; return x
    }
    return await group.reduce(into: []) { $0.append($1) }.sorted()
  }
  print(d)
}
await h()
