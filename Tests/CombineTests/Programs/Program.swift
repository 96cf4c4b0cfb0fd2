// Small programs as people write them, and what they print. Each is a file that imports Combine and Foundation only,
// so it shows that nothing else is needed; a new one is a file and a word in the list.

import Synchronization
import Testing

private let programs: [Program] = [
  asResult, asyncSearch, availability, backgroundWork, backoff, bookDraft, citySearch, deferredListener, diamond,
  dirtyForm, dumpOperator, fanOut, focusRows, futureFacts, greeting, latestWins, lazyStore, lists, loadState,
  ownPublisher, passwordRules, preferences, readingList, readyToShip, retryServerErrorsOnly, signUpForm, sources,
  stopwatch, tipsAndFavourites, toppings, twoBackgroundQueues, typedFailures, usernameCheck, whileWatched,
]

@Test(.leavesNothing, arguments: programs)
func printsWhatIsExpected(_ program: Program) async {
  let transcript = Transcript()
  await program.run(transcript)
  #expect(transcript.lines == program.lines)
}

struct Program: Sendable, CustomTestStringConvertible {
  let name: String
  let lines: [String]
  let run: @Sendable (Transcript) async -> Void

  init(_ name: String, prints text: String, _ run: @escaping @Sendable (Transcript) async -> Void) {
    self.name = name
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    self.run = run
  }

  var testDescription: String { name }
}

/// What a program prints: called like `print`, or given to `print(_:to:)`.
final class Transcript: TextOutputStream, Sendable {
  private let text = Mutex("")

  func callAsFunction(_ items: Any...) {
    write(items.map { "\($0)" }.joined(separator: " ") + "\n")
  }

  func write(_ string: String) {
    text.withLock { $0 += string }
  }

  var lines: [String] {
    text.withLock { text in
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      return lines.last == "" ? lines.dropLast() : lines
    }
  }
}
