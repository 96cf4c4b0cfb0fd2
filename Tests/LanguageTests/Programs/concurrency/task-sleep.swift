// Sleeping tasks: in order of their time, cancelled, with nanoseconds and durations.
func step(_ name: String, _ milliseconds: Int) async -> String {
  try? await Task.sleep(nanoseconds: UInt64(milliseconds) * 1_000_000)
  print("step", name)
  return name
}
let slow = Task { await step("slow", 120) }
let fast = Task { await step("fast", 20) }
print("started")
print(await fast.value, await slow.value)
let cancelled = Task { () -> String in
  do {
    try await Task.sleep(for: .seconds(30))
    return "slept"
  } catch {
    return error is CancellationError ? "cancelled" : "other"
  }
}
cancelled.cancel()
print(await cancelled.value, cancelled.isCancelled)
