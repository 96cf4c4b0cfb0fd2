/// What a program has begun ends with it.
import Foundation
import InterpreterHarness
import Language
import Testing

@Suite struct ClosedProgramTests {
  @Test func tasksDoNotBeginInAProgramThatIsGone() async {
    await #expect(processExitsWith: .success) {
      let host = VirtualHost()
      do {
        let program = Program(host: host)
        let session = program.openSession("main")
        let text = "Task { print(1) }\nlet task = Task { try await Task.sleep(nanoseconds: 5); print(2) }\n"
        let checked = program.check(SourceText(file: "main.swift", text: text), session: session)
        for statement in checked.unit!.statements { program.execute(statement, session: session) { _ in } }
        session.close()
        program.close()
      }
      _ = host.advance(by: 1_000_000_000)
      exit(host.output.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }
}
