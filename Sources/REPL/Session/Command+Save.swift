// :save, which makes a test of the session.
import ClientConnection
import Wire

extension Command {
  static let saving = Command(
    name: "save", synopsis: "FILE [!]", summary: "write what was done in this session as a test that passes",
    details: """
      Declarations, statements and commands as they were entered, and what was seen as expectations: values of expressions,
      and changes that :watch showed. Where a timer waited, the test moves a virtual clock by the time that passed here.
      The test is run; what does not hold there becomes a comment. combinectl test FILE runs it again. A file that is there
      is overwritten with a ! behind its name. Of what fast timers did the first 100 times are noted, and what would take
      longer than 10 seconds to run has shorter pauses; it says so.
      """,
    argument: .file, run: { session, text throws(UsageError) in try session.save(text) })
}

extension Session {
  fileprivate func save(_ text: String) throws(UsageError) {
    let mayOverwrite = text.words.last == "!"
    let file = try fileArgument(mayOverwrite ? String(text.trimmed.dropLast()) : text, of: "save")
    guard !file.isEmpty else { throw UsageError("save takes a file", hint: ":save form.test") }
    guard !record.isEmpty else {
      throw UsageError("nothing has been done yet", hint: "what you enter from now on can be saved")
    }
    guard mayOverwrite || !fileExists(file) else {
      throw UsageError("\(file) is there already", hint: ":save \(file) ! overwrites it", status: 73)
    }
    ask(ProgramList.self, .init(namespace: settings.namespace)) { [unowned self] result in
      let before = result.declarations.filter { !declared.contains(where: $0.names.contains) }
      if !before.isEmpty { record.leaveOut("values from before this session") }
      do throws(UsageError) { try save(to: file, declaredBefore: before.map(\.text)) } catch { fail(error) }
    }
  }

  /// A pause becomes a move of the clock where something can happen in it. What that is, a run with all of them tells.
  private func save(to file: String, declaredBefore: [String]) throws(UsageError) {
    var pauseMax: Duration?
    func lines(_ moves: [ClockMove] = []) -> [String] {
      let head = ["// A session of combinectl: combinectl test \(shellWord(file)) runs it."]
      return head + (settings.namespace.map { [":namespace \($0)"] } ?? [])
        + record.lines(declaredBefore: declaredBefore, moves: moves, pauseMax: pauseMax)
    }
    var all = lines()
    try writeFile(Self.text(all), to: file)
    var run = runTest(file, true)
    // Timers that fire thousands of times a second cannot have all the time that has passed here.
    for shorter in Self.pausesMax where run.isCutOff {
      pauseMax = shorter
      all = lines()
      try writeFile(Self.text(all), to: file)
      run = runTest(file, true)
    }
    let end = now() + Self.patience
    let needed = lines(Self.clockMoves(of: run))
    var test = try passing(needed, in: file, until: end)
    if !test.unmet.isEmpty, needed.count < all.count {
      // What measures time heeds a pause in which no timer waits.
      let other = try passing(all, in: file, until: end)
      if other.unmet.count < test.unmet.count, other.complaints.isEmpty { test = other }
      try writeFile(Self.text(test.lines), to: file)
    }
    if let pauseMax {
      test.leftOut = ["pauses longer than \(SessionRecord.spelled(pauseMax)), since timers fire too often"]
    }
    report(test, in: file)
  }

  /// What longer pauses become where a run takes too long, one after the other.
  private static let pausesMax = [Duration.seconds(1), .milliseconds(100)]
  /// So long lines are made comments of.
  private static let patience = Duration.seconds(30)

  private static func text(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }

  /// A test as it was written, and how it went.
  private struct WrittenTest {
    var lines: [String]
    /// Expectations that did not hold, which are comments now: the line, counted from 0, and what was said of it.
    var unmet: [(line: Int, why: String)] = []
    /// Why it does not pass all the same.
    var complaints: [String] = []
    /// What it does not do again, beside what the record says.
    var leftOut: [String] = []
  }

  /// Makes comments of what does not hold, until the test passes.
  private func passing(_ lines: [String], in file: String, until end: Instant) throws(UsageError) -> WrittenTest {
    var test = WrittenTest(lines: lines)
    try writeFile(Self.text(lines), to: file)
    // A line that does not hold may hide another.
    while let complaints = runTest(file, false).complaints {
      var unmet: [Int: String] = [:]
      for complaint in complaints {
        guard let line = Self.line(of: complaint, in: file), test.lines.indices.contains(line),
          Self.isExpectation(test.lines[line]), unmet[line] == nil
        else { continue }
        unmet[line] = Self.message(of: complaint)
      }
      guard !unmet.isEmpty, now() < end else {
        test.complaints = complaints
        break
      }
      for line in unmet.keys {
        // What is printed is compared all at once.
        let isPrinted = Self.isPrinted(test.lines[line])
        let end = isPrinted ? test.lines[line...].firstIndex { !Self.isPrinted($0) } ?? test.lines.count : line + 1
        for index in line..<end { test.lines[index] = "// differs here: " + test.lines[index] }
      }
      test.unmet += unmet.map { (line: $0, why: $1) }
      try writeFile(Self.text(test.lines), to: file)
    }
    test.unmet.sort { $0.line < $1.line }
    return test
  }

  /// What each move of the clock did, as far as the test gets.
  private static func clockMoves(of run: TestRun) -> [ClockMove] {
    let moves = run.output.lazy.compactMap { try? JSONValue(parsing: $0)["clock"]?.array }.first
    return moves?.compactMap { move in
      guard let fired = move["fired"]?.int, let waiting = move["timers"]?.int else { return nil }
      return ClockMove(fired: fired, waiting: waiting)
    } ?? []
  }

  private static func isPrinted(_ line: String) -> Bool { line.hasPrefix(EntryReader.printedMark) }

  private static func isExpectation(_ line: String) -> Bool { line.hasPrefix("#expect(") || isPrinted(line) }

  private func report(_ test: WrittenTest, in file: String) {
    // What is printed in one place is one.
    let expectations = test.lines.indices.count { index in
      Self.isExpectation(test.lines[index])
        && !(Self.isPrinted(test.lines[index]) && index > 0 && Self.isPrinted(test.lines[index - 1]))
    }
    var leftOut = record.leftOut + test.leftOut
    if settings.isJSON {
      if !test.unmet.isEmpty { leftOut.append(Self.unmet(test.unmet.count)) }
      let saved: JSONValue = [
        "file": .string(file), "lines": .int(test.lines.count), "expectations": .int(expectations),
        "passes": .bool(test.complaints.isEmpty), "leftOut": .array(leftOut.map { .string($0) }),
      ]
      return write(saved.description)
    }
    guard test.complaints.isEmpty else {
      write("\(file) does not pass by itself:")
      return write(test.complaints)
    }
    let count = "\(expectations) expectation\(expectations == 1 ? "" : "s")"
    write(
      "\(file): \(test.lines.count) lines, "
        + (expectations == 0
          ? "but nothing is expected; what :watch tells, and bare expressions show, would be" : "\(count); it passes"))
    if !test.unmet.isEmpty {
      write(Self.unmet(test.unmet.count) + ":")
      write(test.unmet.prefix(Self.unmetMax).map { "  line \($0.line + 1): \($0.why)" })
      let rest = test.unmet.count - Self.unmetMax
      if rest > 0 { write("  … and \(rest) more") }
    }
    if !leftOut.isEmpty { write("left out: " + leftOut.joined(separator: "; ")) }
  }

  /// So many of them are listed.
  private static let unmetMax = 10

  private static func unmet(_ count: Int) -> String {
    count == 1
      ? "1 expectation did not hold in the test and is a comment there"
      : "\(count) expectations did not hold in the test and are comments there"
  }

  /// The index of the line that a message is about.
  private static func line(of complaint: String, in file: String) -> Int? {
    guard complaint.hasPrefix(file + ":") else { return nil }
    return Int(complaint.dropFirst(file.count + 1).prefix { $0.isNumber }).map { $0 - 1 }
  }

  /// What is said, without the place.
  private static func message(of complaint: String) -> String {
    complaint.firstRange(of: "error: ").map { String(complaint[$0.upperBound...]) } ?? complaint
  }

  // MARK: Noting

  /// A test and a program are written down already.
  var isRecording: Bool { !settings.isTest && !settings.stopsAtFailure }

  /// Notes how long nothing was noted.
  func passTime() {
    guard isRecording else { return }
    recordedAt = recordedAt.map { $0 + record.pass(now() - $0) } ?? now()
  }

  /// A text was accepted.
  func note(_ result: ProgramEval.Result, of source: String, isWhole: Bool) {
    guard isRecording, memory.isTold(source) else { return record.leaveOut("what names something secret") }
    declared.formUnion(result.defined.map(\.name) + result.unchanged)
    let values = result.values
    let isOne = isWhole && !["\n", ";", "//"].contains { source.trimmed.contains($0) }
    if isOne, values.count == 1, result.defined.isEmpty, let value = values[0].value, result.expectations == nil {
      record.add(.value(name: values[0].name, expression: source.trimmed, value))
    } else if Namespaces.path(source) != nil, result.defined.isEmpty {
      // A name that was looked at, and is no data: nothing was done.
    } else if result.expectations?.failed.isEmpty == false {
      record.leaveOut("expectations that were not met")
    } else {
      // What stands together in a file is one program, in which nothing is declared twice.
      if !result.redefined.isEmpty { record.add(.command("clock 0s")) }
      record.add(.swift(source))
    }
    for line in result.printed { record.add(.printed(line)) }
    // What a statement waits for, it waits for in the test by itself.
    if source.firstRange(of: "await") == nil { passTime() } else { recordedAt = max(recordedAt ?? now(), now()) }
  }

  /// A line came that a pipeline has printed.
  func note(printedLater text: String) {
    guard isRecording else { return }
    noteBegun()
    passTime()
    if memory.isTold(text) { record.add(.printed(text.trimmingSuffix("\n"))) }
  }

  /// A watched path has changed.
  func note(_ change: SubscriptionEvent.Change) {
    guard isRecording else { return }
    noteBegun()
    passTime()
    for each in change.changes {
      guard let path = Namespaces.local(each.path, in: namespace), let value = each.value else { continue }
      if !path.hasPrefix("pipe:"), memory.isTold(path) { record.add(.saw(path: path, value)) }
    }
  }

  /// A value was asked for.
  func note(_ value: JSONValue, at path: String) {
    if isRecording, memory.isTold(path) { record.add(.saw(path: path, value)) }
  }
}

/// What `combinectl test` said of a file.
struct TestRun {
  var output: [String] = []
  /// `nil` when it passes.
  var complaints: [String]?
  /// Whether it took too long.
  var isCutOff = false
}
