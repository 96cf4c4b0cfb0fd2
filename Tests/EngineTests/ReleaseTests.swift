import Testing

@testable import Engine
@testable import Language

/// What a subscription that was cancelled leaves, and a program whose place another one has taken: nothing.
@Suite struct ReleaseTests {
  /// A task that waits ends with its program, whatever it waits for.
  @Test(arguments: [
    "Task { [p] in for await v in p.stream { print(v) } }",
    "Task { [p] in var it = p.stream.makeAsyncIterator(); _ = await it.next() }",
    "Task { [act] in _ = await act.up() }",
    "let (t, u) = (Task { [act] in await act.long() }, act); Task { await t.value }",
    "Task { try? await Task.sleep(for: .seconds(1000)) }",
    "Task { await withCheckedContinuation { (k: CheckedContinuation<Void, Never>) in } }",
    "Task { [weak self] in guard let v = self?.$q.values else { return }; for await _ in v {} }",
    "Task { await withTaskGroup(of: Void.self) { g in g.addTask { try? await Task.sleep(for: .seconds(9)) } } }",
    "Task { async let a: Void = act.long(); _ = await a }",
  ]) func nothingIsLeftOfAProgramWithATaskThatWaits(_ task: String) throws {
    func text(_ number: Int) -> String {
      """
      import Combine
      import Foundation
      actor Act {
        var n = 0
        func up() -> Int { n += 1; return n }
        func long() async { try? await Task.sleep(for: .seconds(1000)) }
      }
      class Vm: ObservableObject {
        @Published var q = \(number)
        let p = AsyncStream<Int>.makeStream()
        let act = Act()
        init() { \(task) }
      }
      let vm = Vm()
      """
    }
    let world = try World(text(1))
    world.engine.advance(to: world.engine.now + 1)
    weak let machine = world.engine.root.program.machine
    #expect(machine != nil)
    try world.eval(text(2))
    world.engine.advance(to: world.engine.now + 1)
    #expect(machine == nil)
  }
}
