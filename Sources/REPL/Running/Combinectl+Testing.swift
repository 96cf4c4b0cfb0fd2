// `combinectl test`: each file against a daemon of its own, which keeps nothing and whose clock stands still until the file
// moves it.
import ClientConnection
import Glibc
import Wire

extension Combinectl {
  /// - Returns: 0 when everything held, 2 when an expectation did not, else the class of what went wrong first.
  func test(_ names: [String], _ testing: TestOptions) throws -> Int32 {
    let files = try testFiles(names, testing)
    let daemon = try TestDaemon(environment: environment)
    // Before they are read: what changes meanwhile is run again.
    var seen = TestFolderState(of: files)
    var status = try run(files, testing, daemon)
    guard testing.watches else { return status }
    while let changed = nextChange(of: files, since: &seen) {
      // A file that is being written anew may be away for a moment: then it is changed again.
      let present = try testFiles(names, testing).filter { changed.contains($0) || !files.contains($0) }
      if !present.isEmpty { status = try run(present, testing, daemon) }
    }
    return status
  }

  /// Waits for a change: the files to run again, or `nil` when it is to end.
  private func nextChange(of files: [String], since seen: inout TestFolderState) -> Set<String>? {
    let signals = SignalPipe([SIGINT, SIGTERM, SIGHUP])
    while true {
      var wanted = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
      poll(&wanted, 1, 200)
      if !signals.take().isEmpty { return nil }
      let now = TestFolderState(of: files)
      guard let changed = now.changes(since: seen, among: files) else { continue }
      seen = now
      return changed
    }
  }

  private func run(_ files: [String], _ testing: TestOptions, _ daemon: TestDaemon) throws -> Int32 {
    // All are read before anything runs.
    let texts = try files.map { (name: $0 == "-" ? "stdin" : $0, text: try readFile($0)) }
    let report = TestReport(format: testing.format, style: style)
    func say(_ lines: [String]) { if !options.json, !lines.isEmpty { show(lines: lines) } }
    say(report.heading(count: texts.count))
    let start = ContinuousClock.now
    var results: [TestResult] = []
    for (name, text) in texts {
      let result = try run(text, name: name, testing, daemon)
      results.append(result)
      say(report.lines(result, number: results.count))
    }
    say(report.summary(results, time: .now - start))
    return results.first { !$0.passed }?.status ?? 0
  }

  private func run(_ text: String, name: String, _ testing: TestOptions, _ daemon: TestDaemon) throws -> TestResult {
    let start = ContinuousClock.now
    let connection = try daemon.begin(agent)
    let settings = SessionSettings(
      isInteractive: false, isJSON: options.json, isQuiet: true, stopsAtFailure: true, isTest: true,
      updatesPrinted: testing.updates, showsResults: false, timeout: options.timeout,
      style: testing.format == .text ? style : .plain)
    // What is said of a file is part of the report, where that is not for people.
    let screen = TestScreen(isShown: testing.format == .text)
    let session = Session(core: connection.core, screen: screen, settings: settings)
    session.run(text, file: name)
    session.endOfInput()
    let status = Loop(session: session, connection: connection, input: nil).run()
    daemon.end(connection)
    if testing.updates { try update(name, text, session.printed) }
    return TestResult(
      name: name, status: status, held: session.expectations.held, failed: session.expectations.failed,
      time: .now - start, complaints: screen.complaints)
  }

  /// Writes what was printed where the file says what is expected.
  private func update(_ name: String, _ text: String, _ printed: [Session.Printed]) throws {
    guard name != "stdin", printed.contains(where: { !$0.isAsExpected }) else { return }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for place in printed.reversed() {
      // A comment stays where nothing is printed any more, so that it can be filled in again.
      let comments =
        place.lines.isEmpty ? [EntryReader.printedMark] : place.lines.map { "\(EntryReader.printedMark) \($0)" }
      lines.replaceSubrange(place.line - 1..<place.line - 1 + place.expected.count, with: comments)
    }
    try writeFile(lines.joined(separator: "\n"), to: name)
    if !options.quiet { writeAll("-- wrote \(name)\n", to: STDERR_FILENO) }
  }

  // MARK: Files

  /// The files that are named, and those of the folders, in the order of their names.
  private func testFiles(_ names: [String], _ testing: TestOptions) throws -> [String] {
    var files: [String] = []
    for name in names {
      guard name != "-", let entries = folderEntries(expandingTilde(name)) else {
        files.append(name)
        continue
      }
      let found = testFiles(in: name, entries)
      guard !found.isEmpty else {
        throw UsageError("\(name) has no .test files", hint: "combinectl test FILE runs any file", status: 66)
      }
      files += found
    }
    guard let filter = testing.filter else { return files }
    let chosen = files.filter { $0.contains(filter) }
    guard !chosen.isEmpty else {
      throw UsageError("none of \(files.count) files has '\(filter)' in its path", status: 66)
    }
    return chosen
  }

  private func testFiles(in folder: String, _ entries: [String]) -> [String] {
    entries.sorted().flatMap { entry -> [String] in
      let path = folder == "." ? entry : folder.trimmingSuffix("/") + "/" + entry
      if entry.hasSuffix(".test") { return [path] }
      // A link to a folder above would have no end.
      guard !isLink(expandingTilde(path)), let below = folderEntries(expandingTilde(path)) else { return [] }
      return testFiles(in: path, below)
    }
  }
}

/// What a file says goes to the terminal as it comes, and what it complains of is kept.
private final class TestScreen: Screen {
  private let terminal = terminalSize()
  private let isShown: Bool
  private(set) var complaints: [String] = []
  var width: Int { terminal?.columns ?? 80 }
  var folds: Bool { isShown && terminal != nil }

  init(isShown: Bool) { self.isShown = isShown }

  func write(_ lines: [String], to channel: OutputChannel) {
    if channel == .diagnostics { complaints += lines.flatMap { $0.split(separator: "\n").map(String.init) } }
    guard isShown else { return }
    let text = lines.map { $0 + "\n" }.joined()
    if channel == .output { writeOutput(text) } else { writeAll(text, to: STDERR_FILENO) }
  }

  func prompt(_ text: String) {}
  func endPrompt() {}
}

/// When the files of a run were changed, and those beside them.
private struct TestFolderState {
  private var times: [String: [UInt8]] = [:]

  init(of files: [String]) {
    for folder in Set(files.map(Self.folder)) {
      for name in folderEntries(folder) ?? [] where name.hasSuffix(".swift") || name.hasSuffix(".test") {
        let path = folder == "." ? name : folder + "/" + name
        var status = stat()
        if stat(path, &status) == 0 {
          // As it stands there: it only has to be another one.
          times[path] =
            withUnsafeBytes(of: status.st_mtim) { Array($0) } + withUnsafeBytes(of: status.st_ino) { Array($0) }
        }
      }
    }
  }

  private static func folder(of file: String) -> String {
    file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
  }

  /// The files to run again: those that changed, or all where something beside them did; `nil` when nothing has.
  func changes(since old: TestFolderState, among files: [String]) -> Set<String>? {
    let changed = Set(times.keys).union(old.times.keys).filter { times[$0] != old.times[$0] }
    guard !changed.isEmpty else { return nil }
    return changed.allSatisfy { $0.hasSuffix(".test") } ? changed : changed.union(files)
  }
}
