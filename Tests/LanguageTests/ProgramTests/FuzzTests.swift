/// No text crashes, hangs or exhausts the checker and the machine. `make fuzz` goes on for longer, with other seeds.
import InterpreterHarness
import Language
import Testing

@Suite struct FuzzTests {
  @Test func noTextDoesHarm() throws {
    var fuzzer = try SourceFuzzer(seed: 1)
    for _ in 0..<60 { _ = ProgramRun.onItsOwnStack(fuzzer.next(), limits: .fuzzing) }
  }
}
