// The transcripts of Protocol/transcripts, replayed against the real server on virtual time. Beside what every transcript can
// hold (see TestSupport/Transcript.swift) these lines mean something here:
//
//   @ 800ms       time passes
//   @ 2 leaves    the client goes away without a word
//   @ restart     the daemon is stopped and started again on its state; clients that are named afterwards are new ones
//
// Nothing may be said that the transcript does not have.
import Testing
import TestSupport

@testable import Server

@Suite struct TranscriptTests {
  static let files = (try? Repository.files(in: "Protocol/transcripts", extension: "txt")) ?? []

  @Test func thereAreTranscripts() { #expect(Self.files.count >= 5) }

  @Test(arguments: files) func theServerSaysWhatTheTranscriptSays(file: String) throws {
    let theatre = try Theatre()
    var runner = TranscriptRunner(
      send: { try theatre.client($0).sendRaw($1) }, receive: { try theatre.line(for: $0) },
      finish: { try theatre.client($0).endInput() }, command: { try theatre.perform($0) })
    if let difference = runner.play(file: file) { Issue.record(Comment(rawValue: difference)) }
    #expect(try theatre.unheard() == [])
  }

  /// The daemon of one transcript and its clients.
  private final class Theatre {
    private let state = TemporaryDirectory()
    /// Gone for a moment while the daemon restarts: its journal has one user.
    private var stage: Stage!
    private var clients: [String: Client] = [:]
    private var lines: [String: [String]] = [:]

    init() throws { stage = try Stage(state: state) }

    func client(_ name: String) throws -> Client {
      if let client = clients[name] { return client }
      let client = try stage.connect()
      clients[name] = client
      return client
    }

    func line(for name: String) throws -> String? {
      let client = try client(name)
      lines[name, default: []] += client.rawLines()
      guard lines[name]!.isEmpty else { return lines[name]!.removeFirst() }
      guard client.isEnded else { throw TranscriptRunner.Unsupported("nothing more was said to \(name)") }
      return nil
    }

    func perform(_ command: String) throws {
      let words = command.split(separator: " ")
      if words.count == 1, command.hasSuffix("ms"), let count = Int(command.dropLast(2)) {
        // What was sent before has arrived when time begins to pass.
        stage.settle()
        stage.advance(by: .milliseconds(count))
      } else if words.count == 2, words[1] == "leaves" {
        try client(String(words[0])).close()
        clients[String(words[0])] = nil
        stage.settle()
      } else if command == "restart" {
        stage.server.stop()
        stage.settle()
        #expect(try unheard() == [])
        clients = [:]
        stage = nil
        stage = try Stage(state: state)
      } else {
        throw TranscriptRunner.Unsupported("@ \(command)")
      }
    }

    /// What was said and not expected.
    func unheard() throws -> [String] {
      for (name, client) in clients { lines[name, default: []] += client.rawLines() }
      defer { lines = [:] }
      return lines.sorted { $0.key < $1.key }.flatMap { name, lines in lines.map { "\(name)< \($0)" } }
    }
  }
}
