// `combinectl test`: each file against a daemon of its own, which keeps nothing and whose clock stands still until the file
// moves it.
import Glibc

extension Combinectl {
  /// - Returns: 0 when everything held, 2 when an expectation did not, else the class of what went wrong first; 128 and the
  ///   number of the signal that ended it.
  func test(_ names: [String], _ testing: TestOptions) throws -> Int32 {
    var testing = testing
    if options.json {
      guard [.text, .json].contains(testing.format) else {
        throw UsageError(
          "--json is --format json, and nothing beside --format \(testing.format)", hint: "leave one of them out")
      }
      testing.format = .json
    }
    let files = try testFiles(names, testing)
    var daemons = try [TestDaemon(environment: environment)]
    while daemons.count < min(files.count, Self.daemonsMax) { daemons.append(try TestDaemon(environment: environment)) }
    let signals = SignalPipe([SIGINT, SIGTERM, SIGHUP])
    // Before they are read: what changes meanwhile is run again.
    var seen = TestFolderState(of: files)
    var outcome = try run(files, testing, daemons, signals)
    guard testing.watches, outcome.signal == nil else { return outcome.status }
    while let changed = nextChange(of: files, since: &seen, signals) {
      // A file that is being written anew may be away for a moment: then it is changed again.
      let present = ((try? testFiles(names, testing)) ?? []).filter { name in
        (changed.contains(name) || !files.contains(name)) && Glibc.access(expandingTilde(name), R_OK) == 0
      }
      if !present.isEmpty { outcome = try run(present, testing, daemons, signals) }
      if outcome.signal != nil { break }
    }
    return outcome.status
  }

  /// So many files at a time, as far as there are processors: each needs a daemon.
  private static var daemonsMax: Int { min(4, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Waits for a change: the files to run again, or `nil` when it is to end.
  private func nextChange(
    of files: [String], since seen: inout TestFolderState, _ signals: SignalPipe
  ) -> Set<String>? {
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

  private func run(
    _ files: [String], _ testing: TestOptions, _ daemons: [TestDaemon], _ signals: SignalPipe
  ) throws -> (status: Int32, signal: Int32?) {
    // All are read before anything runs. One that is no text fails like one that is no Swift; one that cannot be read is a
    // slip of whoever named it.
    let texts = try files.map { name throws(UsageError) in
      var file = TestLoop.File(name: name == "-" ? "stdin" : name, text: "")
      do throws(UsageError) { file.text = try readFile(name) } catch {
        guard error.status == 65 else { throw error }
        file.refusal = error
      }
      return file
    }
    let report = TestReport(format: testing.format, style: style)
    func say(_ lines: [String]) { if !lines.isEmpty { show(lines: lines) } }
    say(report.heading(count: texts.count))
    let start = ContinuousClock.now
    var results: [TestResult] = []
    let settings = SessionSettings(
      isInteractive: false, isQuiet: true, stopsAtFailure: true, isTest: true,
      updatesPrinted: testing.updates, showsResults: false, timeout: options.timeout,
      style: testing.format == .text ? style : .plain)
    // What is said of a file is part of the report, where that is not for people.
    let loop = TestLoop(texts, settings, agent, isShown: testing.format == .text, signals: signals)
    let signal = try loop.run(on: daemons) { outcome in
      if testing.updates { try update(outcome.result.name, texts[results.count].text, outcome.printed) }
      results.append(outcome.result)
      say(report.lines(outcome.result, number: results.count))
    }
    say(report.summary(results, of: texts.count, time: .now - start))
    if let signal { return (128 + signal, signal) }
    return (results.first { !$0.passed }?.status ?? 0, nil)
  }

  /// Writes what was printed where the file, and those that it reads, say what is expected.
  private func update(_ name: String, _ text: String, _ printed: [Session.Printed]) throws {
    guard name != "stdin" else { return }
    let files = Dictionary(grouping: printed.filter { !$0.isAsExpected }, by: \.file).sorted { $0.key < $1.key }
    for (file, places) in files { try write(places, to: file, of: file == name ? text : readFile(file)) }
  }

  private func write(_ places: [Session.Printed], to name: String, of text: String) throws {
    // By bytes: as characters, "\r\n" is one, and no "\n".
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    for place in places.sorted(by: { $0.line > $1.line }) {
      // Another test that reads the same file may have changed it.
      guard place.line - 1 + place.expected.count <= lines.count else { continue }
      let end = lines[place.line - 1].utf8.last == UInt8(ascii: "\r") ? "\r" : ""
      // A comment stays where nothing is printed any more, so that it can be filled in again.
      let comments =
        place.lines.isEmpty ? [EntryReader.printedMark] : place.lines.map { "\(EntryReader.printedMark) \($0)" }
      lines.replaceSubrange(place.line - 1..<place.line - 1 + place.expected.count, with: comments.map { $0 + end })
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
