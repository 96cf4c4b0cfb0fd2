internal import Combine
internal import Marbles

/// `#expect(PUBLISHER, marbles: "--a---(bc)|")`: what a publisher sends is compared with a diagram, from the statement on and
/// for as long as the diagram takes.
enum MarbleExpectationLibrary {
  static func globals() -> [LibraryEntry] {
    [
      contextual(
        "func _expect<P: Publisher>(_ source: String, _ publisher: P, marbles: String, column: Duration? = nil, "
          + "_ comment: String? = nil)"
      ) { call throws(Abort) in
        try MarbleExpectation(call, expected: call[2], column: call[3]).judge(comment: call[4])
        return .void
      },
      contextual(
        "func _expect<P: Publisher>(_ source: String, _ publisher: P, marbles: String, feeding input: String, "
          + "column: Duration? = nil, _ comment: String? = nil, by feed: @escaping (String) -> Void)"
      ) { call throws(Abort) in
        let expectation = try MarbleExpectation(call, expected: call[2], column: call[4])
        try expectation.feed(call[3], to: call[6].closure)
        try expectation.judge(comment: call[5])
        return .void
      },
    ]
  }
}

/// One comparison, from its start on.
private final class MarbleExpectation {
  private let call: NativeCall
  private let expected: MarbleDiagram
  private let column: Int
  private let start: Int
  private let terminal: Terminal
  private var inputs: [MarbleDiagram] = []
  private var seen: [TimedMarble] = []

  init(_ call: NativeCall, expected: Value, column: Value) throws(Abort) {
    self.call = call
    self.expected = try Self.diagram(expected.text)
    self.column = column.unwrapped?.duration.nanosecondsClamped ?? 100_000_000
    start = call.nowNanoseconds
    guard self.column > 0 else { throw .trap("a column of a marble diagram takes some time") }
    terminal = Terminal(call, "expect")
    // Set going before all else, so that it comes first in its column.
    for marble in self.expected.events where marble.event == .cancel {
      _ = call.machine.program.schedule(atNanoseconds: moment(of: marble.column)) { [self] in
        note(.cancel)
        terminal.cancel()
      }
    }
  }

  private static func diagram(_ text: String) throws(Abort) -> MarbleDiagram {
    do throws(MarbleSyntaxError) { return try MarbleDiagram(text) } catch {
      throw .trap("no marble diagram: \(error)")
    }
  }

  /// Has the values of a diagram given to a closure. All are set going here: in a column they come before what they set off.
  func feed(_ text: Value, to feed: FunctionValue) throws(Abort) {
    let diagram = try Self.diagram(text.text)
    inputs.append(diagram)
    let machine = call.machine
    for marble in diagram.events {
      guard case .value(let value) = marble.event else {
        throw .trap("what is fed has values only: a closure cannot end what it sends to")
      }
      _ = machine.program.schedule(atNanoseconds: moment(of: marble.column)) {
        machine.main.begin(machine) { () throws(Abort) in _ = try feed.call([.string(value)]) }
      }
    }
  }

  /// Listens until the last column is over, and tells the host how it came out.
  func judge(comment: Value) throws(Abort) {
    guard let publisher = call[1].object(PublisherObject.self) ?? (try? PublisherObject.read(call[1])) else {
      throw .trap("no publisher")
    }
    let machine = call.machine
    terminal.connect(publisher.stream) { [self] value throws(Abort) in
      note(.value(try machine.describe(value, .hole)))
    } complete: { [self] completion in
      switch completion {
      case .finished: note(.finished)
      case .failure: note(.failure)
      }
    }
    defer { terminal.cancel() }
    let length = max(expected.length, inputs.map(\.length).max() ?? 0)
    guard length > 0 else {
      throw .trap("an empty diagram has no time in which anything could come: '-' is a column in which nothing does")
    }
    try machine.wait(untilNanoseconds: moment(of: length))
    let actual = MarbleDiagram(events: seen.filter { $0.column < length }, length: expected.length)
    try call.judge(
      actual.text == expected.text, comment,
      instead: "\n" + MarbleMismatch(inputs: inputs.map(\.text), expected: expected.text, actual: actual.text).picture)
  }

  private func moment(of column: Int) -> Int {
    let (offset, isLarge) = column.multipliedReportingOverflow(by: self.column)
    let (moment, isLarger) = start.addingReportingOverflow(offset)
    return isLarge || isLarger ? .max : moment
  }

  private func note(_ event: MarbleEvent) {
    seen.append(TimedMarble((call.nowNanoseconds - start) / column, event))
  }
}
