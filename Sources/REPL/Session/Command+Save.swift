// :save, which makes a test of the session.
import ClientConnection
import Wire

extension Command {
  static let saving = Command(
    name: "save", synopsis: "FILE [!]", summary: "write what was done in this session as a test that passes",
    details: """
      Declarations, statements and commands as they were entered, and what was seen as expectations: values of expressions,
      and changes that :watch showed. Where something happened by itself, the test moves a virtual clock as long as that took.
      The test is run; what does not hold there becomes a comment. combinectl test FILE runs it again. A file that is there
      is overwritten with a ! behind its name.
      """,
    argument: .file, run: { session, text throws(UsageError) in try session.save(text) })
}

extension Session {
  fileprivate func save(_ text: String) throws(UsageError) {
    var words = text.words
    let mayOverwrite = words.last == "!"
    if mayOverwrite { words.removeLast() }
    guard words.count == 1 else { throw UsageError("save takes a file", hint: ":save form.test") }
    let file = words[0]
    guard !record.isEmpty else {
      throw UsageError("nothing has been done yet", hint: "what you enter from now on can be saved")
    }
    guard mayOverwrite || !fileExists(file) else {
      throw UsageError("\(file) is there already", hint: ":save \(file) ! overwrites it", status: 73)
    }
    ask(ProgramList.self, .init(namespace: settings.namespace)) { [unowned self] result in
      let before = result.declarations.filter { !declared.contains(where: $0.names.contains) }
      var lines = record.lines(declaredBefore: before.map(\.text))
      if let namespace = settings.namespace { lines.insert(":namespace \(namespace)", at: 0) }
      do throws(UsageError) { try save(lines, to: file, hadDeclarations: !before.isEmpty) } catch { fail(error) }
    }
  }

  private func save(_ lines: [String], to file: String, hadDeclarations: Bool) throws(UsageError) {
    var lines = ["// A session of combinectl: combinectl test \(shellWord(file)) runs it."] + lines
    var leftOut = record.leftOut
    if hadDeclarations { leftOut.append("values from before this session") }
    try writeFile(lines.joined(separator: "\n") + "\n", to: file)
    var failed = 0
    // A line that does not hold may hide another.
    while let complaints = runTest(file) {
      let places = complaints.compactMap { Self.line(of: $0, in: file) }.filter {
        lines.indices.contains($0) && lines[$0].hasPrefix("#expect(")
      }
      guard !places.isEmpty else {
        write("\(file) does not pass by itself:")
        return write(complaints)
      }
      for place in Set(places) { lines[place] = "// differs here: " + lines[place] }
      failed += Set(places).count
      try writeFile(lines.joined(separator: "\n") + "\n", to: file)
    }
    if failed > 0 {
      leftOut.append("\(failed) expectation\(failed == 1 ? "" : "s") that did not hold in the test, as comments")
    }
    let expectations = lines.count { $0.hasPrefix("#expect(") }
    guard !settings.isJSON else {
      let saved: JSONValue = [
        "file": .string(file), "lines": .int(lines.count), "expectations": .int(expectations),
        "leftOut": .array(leftOut.map { .string($0) }),
      ]
      return write(saved.description)
    }
    write("\(file): \(lines.count) lines, \(expectations) expectation\(expectations == 1 ? "" : "s"); it passes")
    if !leftOut.isEmpty { write("left out: " + leftOut.joined(separator: "; ")) }
  }

  /// The index of the line that a message is about.
  private static func line(of complaint: String, in file: String) -> Int? {
    guard complaint.hasPrefix(file + ":") else { return nil }
    return Int(complaint.dropFirst(file.count + 1).prefix { $0.isNumber }).map { $0 - 1 }
  }

  // MARK: Noting

  /// A test and a program are written down already.
  var isRecording: Bool { !settings.isTest && !settings.stopsAtFailure }

  /// Notes how long nothing was noted.
  func passTime(byItself: Bool) {
    guard isRecording else { return }
    recordedAt = recordedAt.map { $0 + record.pass(now() - $0, byItself: byItself) } ?? now()
  }

  /// A text was accepted.
  func note(_ result: ProgramEval.Result, of source: String, isWhole: Bool) {
    guard isRecording, memory.isTold(source) else { return record.leaveOut("what names something secret") }
    declared.formUnion(result.defined.map(\.name))
    let values = result.values
    let isOne = isWhole && !["\n", ";", "//"].contains { source.trimmed.contains($0) }
    if isOne, values.count == 1, result.defined.isEmpty, let value = values[0].value, result.expectations == nil {
      record.add(.value(name: values[0].name, expression: source.trimmed, value))
    } else if Namespaces.path(source) != nil, result.defined.isEmpty {
      // A name that was looked at, and is no data: nothing was done.
    } else if result.expectations?.failed.isEmpty == false {
      record.leaveOut("expectations that were not met")
    } else {
      record.add(.swift(source))
    }
    for line in result.printed { record.add(.printed(line)) }
    passTime(byItself: false)
  }

  /// A watched path has changed.
  func note(_ change: SubscriptionEvent.Change) {
    guard isRecording else { return }
    noteBegun()
    passTime(byItself: true)
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
