/// The transcript kit tested by itself: what it accepts, what it refuses, and how it says so.
import TestSupport
import Testing

@Suite struct TranscriptTests {
  @Test func everyKindOfLine() throws {
    let steps = try Transcript.parse(
      """
      # A comment
      1> {"id":1,"method":"a"}   # sends

      2< {"id":1,"result":[1,...]}
      1>> {"x": ‹ff›
      1>| half
      1> eof
      ab< eof  # the end
      @ 800ms  # waits
      """)
    #expect(steps.map(\.line) == [2, 4, 5, 6, 7, 8, 9])
    #expect(steps.map(\.client) == ["1", "2", "1", "1", "1", "ab", ""])
    #expect(steps[0].action == .send(try WirePattern(#"{"id":1,"method":"a"}"#)))
    #expect(steps[1].action == .receive(try WirePattern(#"{"id":1,"result":[1,...]}"#)))
    #expect(steps[2].action == .sendBytes(Array(#"{"x": "#.utf8) + [0xff, 0x0a]))
    #expect(steps[3].action == .sendBytes(Array("half".utf8)))
    #expect(steps[4].action == .finish)
    #expect(steps[5].action == .receiveEnd)
    #expect(steps[6].action == .command("800ms"))
  }

  /// The transcripts of the repository are at least well-formed; the server's tests play them.
  @Test(arguments: try Repository.files(in: "Protocol/transcripts", extension: "txt"))
  func everyTranscriptCanBeRead(_ path: String) throws {
    let steps = try Transcript.parse(try Repository.text(path), name: path)
    #expect(steps.count > 3)
  }

  @Test(arguments: [
    ("1> {", "t:1: expected a name at column 3"),
    ("\n> {}", "t:2: expected a client and > or < at column 1"),
    ("1< {} {}", "t:1: expected the end or a comment at column 5"),
    ("1< {..., \"a\":1}", "t:1: expected '}' after ... at column 6"),
    ("1>> ‹zz›", "t:1: 'zz' is no byte at column 1"),
    ("1< nothing", "t:1: expected a value at column 2"),
  ])
  func malformedLines(_ text: String, _ message: String) {
    let error = #expect(throws: Transcript.ParseError.self) { try Transcript(text, name: "t") }
    #expect(error?.description == message)
  }

  struct Match: CustomTestStringConvertible, Sendable {
    var pattern: String
    var actual: String
    /// `nil` when it matches.
    var complaint: String?
    var testDescription: String { "\(pattern) ~ \(actual)" }
  }

  @Test(arguments: [
    Match(pattern: #"{"a":1}"#, actual: #"{"a":1}"#),
    Match(pattern: #"{"a":1,"b":2}"#, actual: #"{"b":2,"a":1}"#),
    Match(pattern: #"{"a":1}"#, actual: #"{"a":2}"#, complaint: "a: expected 1, got 2"),
    Match(pattern: #"{"a":21}"#, actual: #"{"a":21.0}"#, complaint: "a: expected 21, got 21.0"),
    Match(pattern: #"{"a":1}"#, actual: #"{"a":1,"b":2}"#, complaint: "b: expected nothing, got 2"),
    Match(pattern: #"{"a":1,"b":2}"#, actual: #"{"a":1}"#, complaint: "b: expected 2, got nothing"),
    Match(pattern: #"{"a":1,...}"#, actual: #"{"a":1,"b":2}"#),
    Match(pattern: #"{...}"#, actual: #"{}"#),
    Match(pattern: #"{"a":...}"#, actual: #"{"a":{"b":[1]}}"#),
    Match(pattern: #"{"a":...}"#, actual: #"{}"#, complaint: "a: expected ..., got nothing"),
    Match(pattern: "[1,...]", actual: "[1,2,3]"),
    Match(pattern: "[...]", actual: "[]"),
    Match(pattern: "[1]", actual: "[1,2]", complaint: "the message: expected 1 elements, got 2"),
    Match(pattern: "[1,2,...]", actual: "[1]", complaint: "the message: expected 2 elements, got 1"),
    Match(pattern: #"[{"x":$a},$a]"#, actual: #"[{"x":"s"},"s"]"#),
    Match(pattern: #"[$a,$a]"#, actual: #"["s","t"]"#, complaint: #"[1]: expected $a = "s", got "t""#),
    Match(pattern: #""\u00e9\n""#, actual: #""é\n""#),
    Match(
      pattern: #"{"r":{"l":[{"p":1}]}}"#, actual: #"{"r":{"l":[{"p":2}]}}"#, complaint: "r.l[0].p: expected 1, got 2"),
    Match(pattern: "null", actual: "true", complaint: "the message: expected null, got true"),
  ])
  func patternsMatch(_ match: Match) throws {
    var variables: [String: WirePattern] = [:]
    var complaint: String?
    do {
      try WirePattern(match.pattern).match(try WirePattern(match.actual), &variables)
    } catch let mismatch as WirePattern.Mismatch {
      complaint = mismatch.description
    }
    #expect(complaint == match.complaint)
  }

  /// A daemon that answers with the lines it is given, whatever it is sent.
  final class Parrot {
    var answers: [String]
    var heard: [String] = []
    init(_ answers: [String]) { self.answers = answers }

    func runner() -> TranscriptRunner {
      TranscriptRunner(
        send: { client, bytes in self.heard.append("\(client): " + String(decoding: bytes, as: UTF8.self)) },
        receive: { _ in self.answers.isEmpty ? nil : self.answers.removeFirst() })
    }
  }

  @Test func aConversationThatGoesAsWritten() throws {
    let parrot = Parrot([
      #"{"jsonrpc":"2.0","id":1,"result":{"session":"c7"}}"#, #"[{"jsonrpc":"2.0","id":2,"result":1}]"#,
    ])
    var runner = parrot.runner()
    let failure = runner.play(
      try Transcript(
        """
        1> {"id":1,"method":"session.hello"}
        1< {"id":1,"result":{"session":$s}}
        1> [{"id":2,"method":"m","params":{"s":$s}}]
        1< [{"id":2,"result":1}]
        1< eof
        """))
    #expect(failure == nil)
    #expect(
      parrot.heard == [
        #"1: {"jsonrpc":"2.0","id":1,"method":"session.hello"}"# + "\n",
        #"1: [{"jsonrpc":"2.0","id":2,"method":"m","params":{"s":"c7"}}]"# + "\n",
      ])
  }

  @Test func aConversationThatGoesDifferently() throws {
    var runner = Parrot([#"{"jsonrpc":"2.0","id":1,"result":{"rev":13}}"#]).runner()
    let failure = runner.play(
      try Transcript("1> {\"id\":1,\"method\":\"m\"}\n1< {\"id\":1,\"result\":{\"rev\":12}}", name: "t"))
    #expect(
      failure == """
        t:2: result.rev: expected 12, got 13
          expected 1< {"id":1,"result":{"rev":12}}
          received 1< {"id":1,"result":{"rev":13}}
          after
            1> {"id":1,"method":"m"}
        """)
  }

  @Test func theVersionIsRequired() throws {
    var runner = Parrot([#"{"id":1,"result":1}"#]).runner()
    let failure = runner.play(try Transcript(#"1< {"id":1,"result":1}"#, name: "t"))
    #expect(failure?.contains(#"a message that begins with "jsonrpc":"2.0""#) == true)
  }

  @Test func anEndWhereAMessageWasExpected() throws {
    var runner = Parrot([]).runner()
    let failure = runner.play(try Transcript(#"1< {"id":1}"#, name: "t"))
    #expect(failure?.contains("received 1< the end of the connection") == true)
  }

  /// Updating keeps the holes that still fit, the comments and everything else.
  @Test func expectationsAreRewritten() throws {
    var runner = Parrot([
      #"{"jsonrpc":"2.0","id":1,"result":{"session":"c7","rev":13,"list":[1,2,3],"new":true}}"#,
      #"{"jsonrpc":"2.0","id":2,"result":{"a":1,"b":2}}"#,
    ]).runner()
    var written: String?
    let failure = runner.play(
      try Transcript(
        """
        # First
        1< {"id":1,"result":{"session":$s,"rev":12,"list":[1,...]}}  # rev varies
        1< {"id":2,"result":{"a":0,...}}
        """)
    ) { written = $0 }
    #expect(failure == nil)
    #expect(
      written == """
        # First
        1< {"id":1,"result":{"session":$s,"rev":13,"list":[1,...],"new":true}}  # rev varies
        1< {"id":2,"result":{"a":1,...}}
        """)
  }
}
