/// What a program has begun ends with it.
import Foundation
import InterpreterHarness
import Language
import Testing

@Suite struct ClosedProgramTests {
  @Test func whatWasToHappenLaterDoesNotHappenInAProgramThatIsGone() async {
    await #expect(processExitsWith: .success) {
      let host = VirtualHost()
      do {
        let program = Program(host: host)
        let session = program.openResults(of: "main")
        let text = """
          Task { print(1) }
          let task = Task { try await Task.sleep(nanoseconds: 5); print(2) }
          DispatchQueue.main.async { print(3) }
          DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { print(4) }
          DispatchQueue(label: "own").async { DispatchQueue.main.async { print(5) } }
          let delayed = Just(6).delay(for: .seconds(0.1), scheduler: RunLoop.main).sink { print($0) }
          let timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in print(7) }

          """
        let checked = program.check(SourceText(file: "main.swift", text: text), session: session)
        guard checked.unit != nil else { exit(EXIT_FAILURE) }
        for statement in checked.unit!.statements { program.execute(statement, session: session) { _ in } }
        session.close()
        program.close()
      }
      _ = host.advance(by: 1_000_000_000)
      exit(host.output.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }
}
