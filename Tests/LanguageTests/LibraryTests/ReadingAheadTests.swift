import InterpreterHarness
import Testing

@testable import Language

@Suite struct ReadingAheadTests {
  @Test(arguments: SharedLibrary.commonTexts)
  func aTextThatIsReadAheadIsRight(_ text: String) {
    let checked = Program(host: VirtualHost()).check(
      SourceText(file: "ahead", text: text), session: SessionResults(id: "s"))
    #expect(checked.diagnostics.isEmpty)
  }

  /// What it is for: the first program finds everything there.
  @Test func aFirstProgramFindsItsTypesThere() {
    let shared = SharedLibrary()
    var parts = 1
    while shared.readAhead(parts - 1) { parts += 1 }
    #expect(parts == SharedLibrary.commonTexts.count)
    #expect(!shared.readAhead(parts))

    let types = shared.library.typesRead
    let text = """
      class Signup: ObservableObject {
        @Published var username = ""
        @Published var isValid = false
        init() {
          $username.debounce(for: .seconds(1), scheduler: RunLoop.main).removeDuplicates().map { $0.count >= 3 }
            .assign(to: &$isValid)
        }
      }
      let signup = Signup()
      signup.username = "ann"
      """
    let program = Program(host: VirtualHost(), library: shared)
    #expect(program.check(SourceText(file: "first", text: text), session: SessionResults(id: "s")).unit != nil)
    #expect(shared.library.typesRead == types)
  }

  /// The first part is forty-five types, and somebody may come in the middle of them.
  @Test func othersAreLookedAfterMeanwhile() {
    let shared = SharedLibrary()
    var (seen, most) = (0, 0)
    _ = shared.readAhead(0) {
      most = max(most, shared.library.typesRead - seen)
      seen = shared.library.typesRead
    }
    #expect(seen > 20)
    #expect(most <= 3)
    #expect(shared.library.progress == nil)
  }

  /// It leaves no names behind.
  @Test func whatItSpeaksOfIsForgotten() {
    let shared = SharedLibrary()
    var part = 0
    while shared.readAhead(part) { part += 1 }
    let program = Program(host: VirtualHost(), library: shared)
    let text = SourceText(file: "after", text: "single\nForm()")
    #expect(program.check(text, session: SessionResults(id: "s")).diagnostics.count == 2)
  }
}
