// The short form of `make fuzz`: each subject with its corpus and some inputs made of it by chance, in a process that may die.
import FuzzSubjects
import TestSupport
import Testing

@Suite struct FuzzTests {
  @Test(arguments: Subject.all.map(\.name).filter { $0 != "canary" })
  func inputsThatNobodyWouldWriteDoNoHarm(subject: String) throws {
    let count = ["source", "property-lists"].contains(subject) ? 10 : 100
    let (output, status) = try Tool.run(Tool.product("fuzz"), [subject, "--inputs", "\(count)"])
    #expect(status == 0, "\(output.suffix(2_000))")
    #expect(!output.contains(": 0 inputs of the corpus"), "\(output)")
  }

  /// Harm is seen.
  @Test func theCanaryIsHeard() throws {
    let folder = TemporaryDirectory()
    let (output, status) = try Tool.run(
      Tool.product("fuzz"), ["canary", "song"], in: folder, files: ["song": "canary"])
    #expect(status != 0 && output.contains("the canary sings"))
    let (_, silence) = try Tool.run(Tool.product("fuzz"), ["canary", "song"], in: folder, files: ["song": "canarx"])
    #expect(silence == 0)
  }
}
