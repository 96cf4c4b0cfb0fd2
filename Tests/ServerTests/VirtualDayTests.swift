// A day on the virtual clock: the same from run to run, to the byte.
import Testing

@testable import Server

@Suite struct VirtualDayTests {
  private static let source = """
    import Combine
    import Foundation
    class Day: ObservableObject {
      @Published var minutes = 0
      @Published var answer = ""
      var seconds = 0
      var tokens: Set<AnyCancellable> = []
      init() {
        Timer.publish(every: 1, on: .main, in: .common).autoconnect()
          .sink { [unowned self] _ in
            seconds += 1
            if seconds % 60 == 0 { minutes += 1 }
          }
          .store(in: &tokens)
        $minutes
          .map { minute in
            URLSession.shared.dataTaskPublisher(for: URL(string: "https://day.test/\\(minute)")!)
              .checkedData()
              .retry(3, backoff: .exponential(.seconds(3)), jitter: 0.5)
              .map { String(decoding: $0, as: UTF8.self) + " \\(minute)" }
              .replaceError(with: "gave up")
          }
          .switchToLatest()
          .assign(to: &$answer)
      }
    }
    let day = Day()
    """

  /// Everything that a client hears of the day, in its order: every change with its cause, and what is told to people.
  private func day() throws -> [String] {
    let stage = try Stage()
    let client = try stage.connect()
    var lines: [String] = []
    for line in [
      #"{"id":1,"method":"session.hello","params":{"protocols":["1"],"features":["tail"]}}"#,
      #"{"id":2,"method":"clock.use","params":{"mode":"virtual"}}"#,
      #"{"id":3,"method":"http.stub","params":{"url":"*","answers":[{"status":503,"times":2},{"body":"fine","delay":"250ms"},{"fail":"timedOut"},{"body":"late","delay":"90s"},{"body":"fine"}]}}"#,
      #"{"id":4,"method":"sub.open","params":{"sub":"all","paths":["**"],"old":true,"cause":true,"deliver":{"mode":"every"}}}"#,
      #"{"id":5,"method":"program.eval","params":{"source":"\#(Self.source.replacing("\\", with: #"\\"#).replacing("\"", with: #"\""#).replacing("\n", with: #"\n"#))"}}"#,
    ] { lines += client.ask(line) }
    for hour in 1...24 { lines += client.ask(#"{"id":\#(5 + hour),"method":"clock.advance","params":{"by":"1h"}}"#) }
    lines += client.ask(#"{"id":30,"method":"http.log"}"#)
    return lines
  }

  @Test func theLogIsTheSameToTheByte() throws {
    let first = try day()
    #expect(first.contains { $0.contains(#""path":"day.minutes","op":"set","value":1440"#) })
    #expect(first.contains { $0.contains(#""state":"retrying""#) })
    #expect(first.contains { $0.contains(#""state":"superseded""#) })
    let second = try day()
    #expect(first.count == second.count)
    let difference = zip(first, second).first { $0 != $1 }
    #expect(difference == nil)
  }
}
