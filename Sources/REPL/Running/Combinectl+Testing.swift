// `combinectl test`: each file against a daemon of its own, which keeps nothing and whose clock stands still until the file
// moves it.
import ClientConnection
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
    let deadline = testing.watches ? options.timeout.map { ContinuousClock.now + $0 } : nil
    var files = try testFiles(names, testing)
    var daemons = try [TestDaemon(environment: environment, seed: testing.seed)]
    while daemons.count < min(files.count, Self.daemonsMax) {
      daemons.append(try TestDaemon(environment: environment, seed: testing.seed))
    }
    let signals = SignalPipe([SIGINT, SIGTERM, SIGHUP])
    // Before they are read: what changes meanwhile is run again.
    var seen = TestFolderState(of: files, [:])
    var outcome = try run(files, testing, daemons, signals)
    guard testing.watches, outcome.signal == nil else { return outcome.status }
    var sources = outcome.sources
    seen.add(sources)
    seen.look(again: outcome.written)
    while let changed = try nextChange(of: files, sources, since: &seen, signals, until: deadline) {
      // A file that is being written anew may be away for a moment: then it is changed again.
      let present = ((try? testFiles(names, testing)) ?? []).filter { name in
        (changed.contains(name) || !files.contains(name)) && fileExists(name)
      }
      if !present.isEmpty {
        outcome = try run(present, testing, daemons, signals, isAgain: true)
        files += present.filter { !files.contains($0) }
        sources.merge(outcome.sources) { $1 }
        seen.add(sources)
        seen.look(again: outcome.written)
      }
      if outcome.signal != nil { break }
    }
    return outcome.status
  }

  /// So many files at a time, as far as there are processors: each needs a daemon.
  private static var daemonsMax: Int { min(4, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Waits for a change: the files to run again, or `nil` when it is to end.
  private func nextChange(
    of files: [String], _ sources: [String: Set<String>], since seen: inout TestFolderState, _ signals: SignalPipe,
    until deadline: ContinuousClock.Instant?
  ) throws -> Set<String>? {
    while true {
      var wanted = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
      poll(&wanted, 1, 200)
      if !signals.take().isEmpty { return nil }
      if let deadline, ContinuousClock.now >= deadline { throw ClientError.notDone(after: options.timeout!) }
      let now = TestFolderState(of: files, sources)
      guard let changed = now.changes(since: seen, among: files, sources) else { continue }
      seen = now
      return changed
    }
  }

  /// What came of a run, for the next one: which files each test has read, and which were written.
  private struct TestRunOutcome {
    var status: Int32
    var signal: Int32?
    var sources: [String: Set<String>] = [:]
    var written: Set<String> = []
  }

  /// - Parameter isAgain: whether the files have been run before.
  private func run(
    _ files: [String], _ testing: TestOptions, _ daemons: [TestDaemon], _ signals: SignalPipe, isAgain: Bool = false
  ) throws -> TestRunOutcome {
    // All are read before anything runs. One that is no text fails like one that is no Swift; one that cannot be read is a
    // slip of whoever named it, and later a state that passes.
    let texts = try files.map { name throws(UsageError) in
      var file = TestLoop.File(name: name == "-" ? "stdin" : name, text: "")
      do throws(UsageError) { file.text = try readFile(name, within: options.timeout) } catch {
        guard error.status == 65 || isAgain else { throw error }
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
    var update = PrintedUpdate()
    var ran = TestRunOutcome(status: 0)
    ran.signal = try loop.run(on: daemons) { outcome in
      var result = outcome.result
      if testing.updates {
        if testing.seed == nil, let file = texts.first(where: { $0.name == result.name }) {
          try runAgain(file, settings, outcome, for: &update)
        }
        let written = try update.write(outcome.printed)
        ran.written.formUnion(written)
        if !options.quiet { for file in written { writeAll("-- wrote \(file)\n", to: STDERR_FILENO) } }
        for refusal in update.takeRefusals() {
          let lines = refusal.lines(style: testing.format == .text ? style : .plain)
          if testing.format == .text { writeAll(lines.map { $0 + "\n" }.joined(), to: STDERR_FILENO) }
          result.add(refusal.unmet, lines)
        }
      }
      ran.sources[result.name] = outcome.sources
      results.append(result)
      say(report.lines(result, number: results.count))
    }
    say(report.summary(results, of: texts.map(\.name), time: .now - start))
    ran.status = ran.signal.map { 128 + $0 } ?? results.first { !$0.passed }?.status ?? 0
    return ran
  }

  /// Runs a file whose comments are to be written twice more, at another time and with other random numbers: what differs
  /// is not written, since the next run would fail of it.
  private func runAgain(
    _ file: TestLoop.File, _ settings: SessionSettings, _ outcome: TestLoop.Outcome, for update: inout PrintedUpdate
  ) throws {
    guard outcome.printed.contains(where: { !$0.isAsExpected }) else { return }
    for seed in 1...2 {
      let loop = TestLoop([file], settings, agent, isShown: false)
      let daemon = try TestDaemon(environment: environment, mayBeginAgain: false, seed: seed)
      _ = try loop.run(on: [daemon]) { update.compare(outcome.printed, with: $0.printed) }
    }
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
      // What is no regular file has no contents yet: a pipe would be waited for.
      if entry.hasSuffix(".test"), isRegularFile(path) { return [path] }
      // A link to a folder above would have no end.
      guard !isLink(expandingTilde(path)), let below = folderEntries(expandingTilde(path)) else { return [] }
      return testFiles(in: path, below)
    }
  }
}

/// When the files of a run were changed, those beside them, and those that they have read.
private struct TestFolderState {
  private var stamps: [String: [UInt8]] = [:]

  /// - Parameter sources: the files that each has read.
  init(of files: [String], _ sources: [String: Set<String>]) {
    look(again: Set(files))
    add(sources)
    for folder in Set(files.map(Self.folder)) {
      let names = (folderEntries(expandingTilde(folder)) ?? []).filter {
        $0.hasSuffix(".swift") || $0.hasSuffix(".test")
      }
      look(again: Set(names.map { folder == "." ? $0 : folder + "/" + $0 }))
    }
  }

  /// Takes files as they are now.
  mutating func look(again files: Set<String>) { for file in files { stamps[file] = Self.stamp(file) } }

  /// Takes files that tests have read, as far as they are not known.
  mutating func add(_ sources: [String: Set<String>]) {
    look(again: sources.values.reduce(into: Set<String>()) { $0.formUnion($1) }.filter { stamps[$0] == nil })
  }

  /// As it stands there: it only has to be another one.
  private static func stamp(_ file: String) -> [UInt8]? {
    var status = stat()
    guard stat(expandingTilde(file), &status) == 0 else { return nil }
    return withUnsafeBytes(of: status.st_mtim) { Array($0) } + withUnsafeBytes(of: status.st_ino) { Array($0) }
  }

  private static func folder(of file: String) -> String {
    file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
  }

  /// The files to run again: those that changed or have read what did, or all where something beside them did; `nil` when
  /// nothing has.
  func changes(
    since old: TestFolderState, among files: [String], _ sources: [String: Set<String>]
  ) -> Set<String>? {
    let changed = Set(stamps.keys).union(old.stamps.keys).filter { stamps[$0] != old.stamps[$0] }
    guard !changed.isEmpty else { return nil }
    let read = sources.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    let isBeside = changed.contains { !$0.hasSuffix(".test") && !files.contains($0) && !read.contains($0) }
    if isBeside { return changed.union(files) }
    return changed.union(files.filter { sources[$0]?.isDisjoint(with: changed) == false })
  }
}
