// :save, which makes a test of the session.
import ClientConnection
import Wire

extension Command {
  static let saving = Command(
    name: "save", synopsis: "FILE [!]", summary: "write what was done in this session as a test that passes",
    details: """
      Declarations, statements and commands as they were entered, and what was seen as expectations: values of expressions,
      and changes that :watch showed. What was there before, and what others have declared and set meanwhile, has its place
      between; what they declared anew stands where it was first seen. Where a timer waited, the test moves a virtual clock by the time that passed here.
      All of it is done again on a daemon of its own before it is written, which reaches no files, commands and network, and
      the test is run: what does not hold there, did not hold here, or cannot be compared is a comment that says why; Ctrl-C
      stops that. combinectl test FILE runs it again. A file that is there is overwritten with a ! behind its name, by what
      passes. Of what fast timers did the first 100 times are noted, pauses are shorter where it would take longer than 10
      seconds, and what comes after those is left out; it says so. Variables that were changed before the session begin as they
      are declared. Where something is secret, comments tell no values.
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
    let isThere = fileExists(file)
    guard mayOverwrite || !isThere else {
      throw UsageError("\(file) is there already", hint: ":save \(file) ! overwrites it", status: 73)
    }
    // Nobody waits for what cannot be written.
    try requireWritable(file)
    let spaces = SessionSurroundings.namespaces(of: record.notes, from: settings.namespace)
    gather(spaces[...], SessionSurroundings(namespace: settings.namespace, own: ownNames)) { [unowned self] around in
      do throws(UsageError) { try save(to: file, isThere: isThere, around) } catch { fail(error) }
    }
  }

  // MARK: What there is beside the session

  private func gather(
    _ spaces: ArraySlice<String?>, _ surroundings: SessionSurroundings,
    then use: @escaping (SessionSurroundings) -> Void
  ) {
    guard let space = spaces.first else { return gatherValues(surroundings, then: use) }
    func goOn(_ list: [DeclarationInfo]) {
      var surroundings = surroundings
      surroundings.declarations[space ?? ""] = list
      gather(spaces.dropFirst(), surroundings, then: use)
    }
    // A namespace may be gone.
    ask(ProgramList.self, .init(namespace: space), refused: { _ in goOn([]) }) { goOn($0.declarations) }
  }

  private func gatherValues(_ surroundings: SessionSurroundings, then use: @escaping (SessionSurroundings) -> Void) {
    var surroundings = surroundings
    let params = StoreList.Params(values: true)
    // What is too large to be told is not set again.
    ask(StoreList.self, params, refused: { [unowned self] _ in gatherCommits(surroundings, then: use) }) {
      [unowned self] list in
      surroundings.stores = list.stores
      let stores = Set(list.stores.map(\.path))
      lookAtVariables(record.variables.filter { !stores.contains(absolute($0)) }[...]) { [unowned self] in
        gatherCommits(surroundings, then: use)
      }
    }
  }

  /// What the session's variables hold by now is expected of them in the end: nobody is told of their changes.
  private func lookAtVariables(_ names: ArraySlice<String>, then use: @escaping () -> Void) {
    guard let name = names.first else { return use() }
    ask(
      StoreGet.self, .init(path: absolute(name)),
      refused: { [unowned self] _ in
        lookAtVariables(names.dropFirst(), then: use)
      }
    ) { [unowned self] result in
      note(result.value, at: name)
      lookAtVariables(names.dropFirst(), then: use)
    }
  }

  private func gatherCommits(_ surroundings: SessionSurroundings, then use: @escaping (SessionSurroundings) -> Void) {
    guard let beginning else { return use(surroundings) }
    pastCommits = []
    let params = SubscriptionOpen.Params(
      sub: Self.pastName, paths: ["**"], from: .after(beginning), initial: .none, old: true, cause: true,
      deliver: .init(mode: .every))
    func finish() {
      var surroundings = surroundings
      // Without its beginning, nobody knows what it began with.
      surroundings.commits = pastCommits
      pastCommits = nil
      core.close(Self.pastName)
      use(surroundings)
    }
    open(params) { [unowned self] error in
      guard error == nil else {
        pastCommits = nil
        return
      }
      ask(SubscriptionSync.self, .init(), refused: { _ in finish() }) { _ in finish() }
    }
  }

  /// The name of the subscription that tells what has happened since the session began.
  private static let pastName = "save"

  /// Keeps an event, if it is one of those.
  func notedForTest(_ event: SubscriptionEvent, of name: String) -> Bool {
    guard name == Self.pastName else { return false }
    switch event {
    case .change(let change): pastCommits?.append(change)
    case .gap: pastCommits = nil
    default: break
    }
    return true
  }

  // MARK: Making the test

  private func save(to file: String, isThere: Bool, _ surroundings: SessionSurroundings) throws(UsageError) {
    let head = ["// A session of combinectl: combinectl test \(shellWord(file)) runs it."]
    let end = now() + Self.patience
    let stage = try newStage()
    var others = surroundings.declaredAnew(since: record)
    var test = try rehearsed(surroundings, &others, on: stage)
    var outcome = TestRun.notRun("nothing runs tests here")
    while let stage {
      try requirePatience()
      outcome = stage.run(Self.text(test.lines(head)), named: file, limit: Self.patience)
      guard case .complaints(let complaints) = outcome, Self.mend(&test, complaints, head, in: file), now() < end else {
        break
      }
    }
    if case .stopped = outcome { throw Self.stopped }
    // What passes is not given up for what does not.
    if case .complaints = outcome, isThere {} else { try writeFile(Self.text(test.lines(head)), to: file) }
    report(test, test.lines(head), outcome, others.flatMap(\.names).sorted(), in: file, isKept: isThere)
  }

  /// The session as a test, of which each step was done once.
  /// - Parameter others: what others have declared anew; what is left of it has no place in the test.
  private func rehearsed(
    _ surroundings: SessionSurroundings, _ others: inout [DeclarationInfo], on stage: RehearsalStage?
  ) throws(UsageError) -> SavedTest {
    var around = surroundings.merged(record)
    around.hidesValues = memory.hidesSomething
    guard let stage else { return around }
    let beginning = now()
    var isTold = false
    /// Does all steps, or those for which there is time.
    func rehearse(_ test: inout SavedTest) throws(UsageError) -> Bool {
      let rehearsal: Rehearsal
      do { rehearsal = try stage.rehearsal(limit: Self.rehearsalTime) } catch { throw Self.noDaemon(error) }
      surroundings.prepare(&test, rehearsal)
      test.rehearse(rehearsal) {
        // Somebody waits, and sees nothing.
        guard settings.isInteractive, !isTold, now() - beginning > .seconds(3) else { return }
        isTold = true
        write(settings.style("-- done again on a daemon of its own, to see what holds; Ctrl-C stops it", .dim))
        screen.flush()
      }
      try requirePatience()
      return !rehearsal.isCutOff
    }
    // Timers that fire thousands of times a second cannot have all the time that has passed here.
    for pauseMax in [nil] + Self.pausesMax where pauseMax.map({ $0 < around.longestPause }) ?? true {
      var test = around
      test.pauseMax = pauseMax
      if try rehearse(&test) {
        try place(&others, in: &test, of: around, rehearse)
        return test
      }
      if pauseMax == Self.pausesMax.last || around.longestPause <= .milliseconds(100) {
        test.leaveUnrehearsed()
        return test
      }
    }
    return around
  }

  /// Puts what others have declared anew where what was seen needs it: when they did, nobody knows.
  private func place(
    _ others: inout [DeclarationInfo], in test: inout SavedTest, of around: SavedTest,
    _ rehearse: (inout SavedTest) throws(UsageError) -> Bool
  ) throws(UsageError) {
    var around = around
    around.pauseMax = test.pauseMax
    for declaration in others.prefix(Self.othersMax) {
      // What was there before is put in front of all that is done.
      let shift = test.steps.count - around.steps.count
      for place in test.placesBeforeDifference.prefix(Self.placesMax) where place >= shift {
        var with = around
        with.steps.insert(.init(.swift(declaration.text)), at: place - shift)
        var tried = with
        guard try rehearse(&tried) else { return }
        guard tried.differences < test.differences else { continue }
        (test, around) = (tried, with)
        others.removeAll { $0 == declaration }
        break
      }
    }
  }

  /// So many are looked at, in so many places each.
  private static let othersMax = 4
  private static let placesMax = 3

  private func requirePatience() throws(UsageError) { if isAskedToStop() { throw Self.stopped } }

  private static var stopped: UsageError { UsageError("stopped; nothing is written", status: 130) }

  private func newStage() throws(UsageError) -> RehearsalStage? {
    do { return try rehearsalStage() } catch { throw Self.noDaemon(error) }
  }

  private static func noDaemon(_ error: any Error) -> UsageError {
    UsageError("no daemon can be started to try it: \((error as? ClientError)?.message ?? "\(error)")", status: 69)
  }

  /// A session that takes longer than that is no test that anybody runs.
  private static let rehearsalTime = Duration.seconds(10)
  /// What longer pauses become where a run takes too long, one after the other.
  private static let pausesMax: [Duration] = [.seconds(1), .milliseconds(100)]
  /// So long lines are made comments of, and a run may take: as long as the rehearsal, on a machine that has other work, too.
  private static let patience = Duration.seconds(30)

  private static func text(_ lines: [SavedTest.Line]) -> String { lines.map { $0.text + "\n" }.joined() }

  /// Changes a test that does not pass: first how its steps stand together, then what is expected.
  /// - Returns: whether there is something to try.
  private static func mend(_ test: inout SavedTest, _ complaints: [String], _ head: [String], in file: String) -> Bool {
    let lines = test.lines(head)
    var places: [(line: SavedTest.Line, why: String)] = []
    for complaint in complaints {
      guard !complaint.dropFirst(file.count).contains(#/^:\d+:\d+: warning: /#),
        let index = line(of: complaint, in: file), lines.indices.contains(index)
      else { continue }
      places.append((lines[index], SavedTest.reason(complaint)))
    }
    if !test.keepsPauses, test.steps.contains(where: \.isIdle) {
      test.keepsPauses = true
      return true
    }
    if !test.isDivided, places.isEmpty || places.contains(where: { !$0.line.isExpectation }) {
      test.isDivided = true
      return true
    }
    var isChanged = false
    var seen: Set<Int> = []
    for (line, why) in places {
      guard let step = line.step, seen.insert(step).inserted else { continue }
      if test.weaken(step, because: why) { isChanged = true }
    }
    return isChanged
  }

  private func report(
    _ test: SavedTest, _ lines: [SavedTest.Line], _ outcome: TestRun, _ declaredAnew: [String], in file: String,
    isKept: Bool
  ) {
    // What is printed in one place is one.
    let expectations = Set(lines.lazy.filter(\.isExpectation).compactMap(\.step)).count + test.ownExpectations
    var leftOut = record.leftOut
    if let pauseMax = test.pauseMax {
      leftOut.append("pauses longer than \(SessionRecord.spelled(pauseMax)), since timers fire too often")
    }
    if !declaredAnew.isEmpty {
      leftOut.append("what others have declared anew meanwhile: \(declaredAnew.joined(separator: ", "))")
    }
    let remarks = test.remarks(at: lines)
    if settings.isJSON {
      let saved: JSONValue = [
        "file": .string(file), "lines": .int(lines.count), "expectations": .int(expectations),
        "passes": .bool(Self.complaints(of: outcome) == nil),
        "complaints": .array((Self.complaints(of: outcome) ?? []).map { .string($0) }),
        "leftOut": .array((leftOut + remarks.map(\.why)).map { .string($0) }),
      ]
      return write(saved.description)
    }
    if let complaints = Self.complaints(of: outcome) {
      if case .complaints = outcome, isKept {
        write("\(file) is left as it was, since what it would become does not pass by itself:")
      } else {
        write("\(file) does not pass by itself:")
      }
      return write(complaints)
    }
    let count = "\(expectations) expectation\(expectations == 1 ? "" : "s")"
    write(
      "\(file): \(lines.count) lines, "
        + (expectations == 0
          ? "but nothing is expected; what :watch tells, and bare expressions show, would be" : "\(count); it passes"))
    if !remarks.isEmpty {
      write(remarks.count == 1 ? "1 line is a comment there:" : "\(remarks.count) lines are comments there:")
      write(remarks.prefix(Self.remarksMax).map { "  line \($0.line): \($0.why)" })
      let rest = remarks.count - Self.remarksMax
      if rest > 0 { write("  … and \(rest) more") }
    }
    if !leftOut.isEmpty { write("left out: " + leftOut.joined(separator: "; ")) }
  }

  /// What is said against it; `nil` if it passes.
  private static func complaints(of outcome: TestRun) -> [String]? {
    switch outcome {
    case .passed: nil
    case .complaints(let complaints): complaints
    case .notRun(let why): ["it was not run: \(why)"]
    case .stopped: ["it was stopped"]
    }
  }

  /// So many of them are listed.
  private static let remarksMax = 10

  /// The index of the line that a message is about.
  private static func line(of complaint: String, in file: String) -> Int? {
    guard complaint.hasPrefix(file + ":") else { return nil }
    return Int(complaint.dropFirst(file.count + 1).prefix { $0.isNumber }).map { $0 - 1 }
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
  /// - Parameter firstLine: where it begins, as messages count.
  func note(_ result: ProgramEval.Result, of source: String, isWhole: Bool, firstLine: Int) {
    guard isRecording else { return }
    guard memory.isTold(source) else { return record.leaveOut("what names something secret") }
    var note = SessionRecord.Note(item: .swift(source), rev: result.rev, request: lastRequest)
    note.declared = result.defined.map(\.name) + result.unchanged
    note.redefined = result.redefined
    let failed = result.expectations?.failed ?? []
    if isWhole, result.values.count == 1, result.defined.isEmpty, result.expectations == nil {
      note.item = .value(.init(result.values[0]), of: source.trimmed)
    } else {
      // What stands together in a file is one program, in which nothing is declared twice.
      if !result.redefined.isEmpty {
        record.insert(.init(item: .command("clock 0s"), rev: result.rev, request: lastRequest))
      }
      let places = failed.map { (line: $0.line - firstLine + 1, column: $0.column) }
      note.item = .swift(SessionRecord.silencing(places, in: source), results: result.values.map(\.name))
    }
    if !failed.isEmpty { record.leaveOut("expectations that were not met") }
    record.insert(note)
    for line in result.printed { record.add(.printed(line)) }
    // What a statement waits for, it waits for in the test by itself.
    if source.firstRange(of: "await") == nil { passTime() } else { recordedAt = max(recordedAt ?? now(), now()) }
  }

  /// A text was refused, or has failed: what stands before the statement that failed was done.
  /// - Parameter firstLine: where it begins, as messages count.
  func note(_ error: ClientError, of source: String, firstLine: Int) {
    guard isRecording else { return }
    record.leaveOut("what was refused, or failed")
    guard case .refused(let refusal) = error, [.trap, .thrown, .conflict].contains(refusal.known),
      memory.isTold(source), let line = refusal["line"]?.int
    else { return }
    let done = SourceScanner.statements(of: source, before: line - firstLine, column: refusal["column"]?.int ?? 1)
    if !done.allSatisfy(\.isWhitespace) { record.add(.init(item: .swift(done), request: lastRequest)) }
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
    let cause = change.cause
    let asker: Int? =
      if let cause, cause.by == core.hello?.session, case .number(let number)? = cause.req { number } else { nil }
    for each in change.changes {
      guard let path = Namespaces.local(each.path, in: namespace), let value = each.value else { continue }
      if !path.hasPrefix("pipe:"), memory.isTold(path) {
        record.add(.init(item: .saw(path: path, value), rev: change.rev, asker: asker))
      }
    }
  }

  /// A value was asked for.
  func note(_ value: JSONValue, at path: String) {
    if isRecording, memory.isTold(path) { record.add(.saw(path: path, value)) }
  }
}
