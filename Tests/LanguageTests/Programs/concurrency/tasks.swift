// Tasks: value, result, cancellation seen by the task, a stored handle, a throwing task.
struct Failed: Error {}
let task = Task { () -> Int in
  var sum = 0
  for i in 1...10 { sum += i }
  return sum
}
print(await task.value)
let failing = Task { () throws -> String in
  throw Failed()
}
do {
  print(try await failing.value)
} catch {
  print("caught \(error)")
}
switch await failing.result {
case .success(let text): print(text)
case .failure(let error): print("result \(error)")
}
let waiting = Task { () -> String in
  while !Task.isCancelled { await Task.yield() }
  return "noticed"
}
waiting.cancel()
print(await waiting.value, waiting.isCancelled)
let checking = Task { () -> Int in
  while true {
    try Task.checkCancellation()
    await Task.yield()
  }
}
checking.cancel()
do { _ = try await checking.value } catch { print(error is CancellationError) }

class Search {
  var handle: Task<String, Never>?
  var results: [String] = []
  func search(_ term: String) async {
    handle?.cancel()
    let task = Task { "found \(term)" }
    handle = task
    results.append(await task.value)
  }
}
let search = Search()
await search.search("a")
await search.search("ab")
print(search.results)
