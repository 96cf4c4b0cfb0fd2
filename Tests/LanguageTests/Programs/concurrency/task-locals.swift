// Task-local values hold while an operation runs, and in the tasks that it makes, but for detached ones.
// swift-format-ignore-file
enum Trace {
  @TaskLocal static var id: String = "none"
  @TaskLocal static var depth: Int?
}
struct Lost: Error {}
func show(_ place: String) async { print(place, Trace.id, Trace.depth ?? -1) }

await show("start")
await Trace.$id.withValue("a") {
  await show("bound")
  await Trace.$depth.withValue(2) {
    await show("both")
    await withTaskGroup(of: Void.self) { group in group.addTask { await show("group") } }
    await Task { await show("task") }.value
    await Task.detached { await show("detached") }.value
    async let child: Void = show("child")
    await child
  }
  await show("one again")
}
await show("end")
let length = Trace.$id.withValue("sync") { Trace.id.count }
print(length, Trace.$id.get())
do {
  try Trace.$id.withValue("thrown") { throw Lost() }
} catch { print(error, Trace.id) }

actor Log {
  @TaskLocal static var prefix = "log"
  func line(_ text: String) -> String { "[\(Self.prefix)] \(text)" }
}
let log = Log()
let later = await Log.$prefix.withValue("request 7") { () async -> Task<String, Never> in
  print(await log.line("begins"))
  return Task { await log.line("ends") }
}
print(await later.value, await log.line("after"))
