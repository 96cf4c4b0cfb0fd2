// :fix, which applies what the daemon proposes for the text that it refused, or warned of.
import ClientConnection
import Wire

/// Source that was refused, or accepted with warnings, and the diagnostics about it.
struct Refused {
  let params: SourceParams
  let diagnostics: [DiagnosticReport]

  /// `nil` for what was not refused for its text.
  init?(_ params: SourceParams, _ error: ClientError) {
    guard case .refused(let refusal) = error, refusal.known == .diagnostics, let list = refusal["diagnostics"]?.array
    else { return nil }
    self.params = params
    diagnostics = list.compactMap { value in
      var parser = JSONParser()
      guard let document = try? parser.parse(value.description) else { return nil }
      return try? DiagnosticReport(json: document.root, strict: false)
    }
  }

  /// `nil` where nothing is to be mended, or where to evaluate it again would do something again: only declarations are.
  init?(_ params: SourceParams, warningsOf result: ProgramEval.Result) {
    let fixable = result.warnings.filter { $0.applicable.count == 1 }
    guard !fixable.isEmpty, result.values.isEmpty, result.printed.isEmpty, !result.defined.isEmpty,
      result.defined.allSatisfy({ $0.kind == "type" || $0.kind == "function" })
    else { return nil }
    (self.params, diagnostics) = (params, fixable)
  }

  /// What the first error that leaves a choice offers; empty where there is nothing to choose.
  var choices: [String] {
    for diagnostic in diagnostics {
      let fixIts = diagnostic.applicable
      if fixIts.count > 1 { return fixIts.map(\.message) }
    }
    return []
  }

  /// The source with a fix-it of every diagnostic applied; those that overlap an earlier one are left.
  /// - Parameter choice: which one, where there are several, from 0.
  func repaired(choosing choice: Int = 0) -> (params: SourceParams, difference: [ChangedLine])? {
    var result = params
    var difference: [ChangedLine] = []
    if params.files.isEmpty {
      let name = params.file ?? "input"
      let (text, lines) = apply(to: params.source ?? "", file: name, namesFile: false, choice)
      result.source = text
      difference = lines
    } else {
      for index in params.files.indices {
        let file = params.files[index]
        let (text, lines) = apply(to: file.source, file: file.file, namesFile: true, choice)
        result.files[index].source = text
        difference += lines
      }
    }
    return difference.isEmpty ? nil : (result, difference)
  }

  private func apply(to text: String, file: String, namesFile: Bool, _ choice: Int) -> (
    String, difference: [ChangedLine]
  ) {
    var bytes = Array(text.utf8)
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(index + 1) }
    func offset(_ line: Int, _ column: Int) -> Int? {
      guard starts.indices.contains(line - 1), column > 0 else { return nil }
      let offset = starts[line - 1] + column - 1
      return offset <= bytes.count ? offset : nil
    }
    var edits: [(range: Range<Int>, text: String)] = []
    for diagnostic in diagnostics where diagnostic.file == file {
      let fixIts = diagnostic.applicable
      guard let fixIt = fixIts.indices.contains(choice) ? fixIts[choice] : fixIts.first else { continue }
      let own = fixIt.edits.compactMap { edit -> (range: Range<Int>, text: String)? in
        guard let start = offset(edit.line, edit.column), let end = offset(edit.endLine, edit.endColumn), start <= end
        else { return nil }
        return (start..<end, edit.text)
      }
      let isFree = own.allSatisfy { new in
        !edits.contains {
          $0.range.overlaps(new.range) || $0.range == new.range && (!new.range.isEmpty || $0.text == new.text)
        }
      }
      guard own.count == fixIt.edits.count, isFree else { continue }
      edits += own
    }
    guard !edits.isEmpty else { return (text, []) }
    // What is inserted at one place stands in the order of what asks for it.
    for (_, edit) in edits.enumerated().sorted(by: {
      ($0.element.range.lowerBound, $0.offset) > ($1.element.range.lowerBound, $1.offset)
    }) {
      bytes.replaceSubrange(edit.range, with: edit.text.utf8)
    }
    let repaired = String(decoding: bytes, as: UTF8.self)
    return (repaired, Self.difference(text, repaired, file: namesFile ? file + ":" : ""))
  }

  /// A line that is there no more, or now, with its number.
  struct ChangedLine: Equatable {
    var line: String
    var isNew: Bool
  }

  /// The lines that differ: fix-its mostly stay within one.
  private static func difference(_ old: String, _ new: String, file: String) -> [ChangedLine] {
    let before = old.split(separator: "\n", omittingEmptySubsequences: false)
    let after = new.split(separator: "\n", omittingEmptySubsequences: false)
    let difference = after.difference(from: before)
    let removed = difference.removals.map { change -> (Int, ChangedLine) in
      guard case .remove(let offset, let line, _) = change else { preconditionFailure("removals remove") }
      return (offset, ChangedLine(line: "\(file)\(offset + 1) - \(line)", isNew: false))
    }
    let added = difference.insertions.map { change -> (Int, ChangedLine) in
      guard case .insert(let offset, let line, _) = change else { preconditionFailure("insertions insert") }
      return (offset, ChangedLine(line: "\(file)\(offset + 1) + \(line)", isNew: true))
    }
    return (removed + added).sorted { ($0.0, $0.1.isNew ? 1 : 0) < ($1.0, $1.1.isNew ? 1 : 0) }.map(\.1)
  }
}

extension DiagnosticReport {
  /// Its fix-its but for those in which a person has to fill in something.
  fileprivate var applicable: [DiagnosticReport.FixIt] {
    (fixIts + notes.flatMap(\.fixIts)).filter { fixIt in !fixIt.edits.contains { $0.text.contains("<#") } }
  }
}

extension Session {
  func fix(_ text: String) throws(UsageError) {
    guard let refused else {
      throw UsageError("nothing was refused", hint: "after an error in Swift, :fix applies what its fix-its say")
    }
    let choices = refused.choices
    var choice = 0
    if !text.isEmpty {
      guard let number = Int(text), (1...max(1, choices.count)).contains(number) else {
        throw UsageError(
          "fix takes the number of a fix-it",
          hint: choices.isEmpty ? "there is one, :fix applies it" : ":fix lists them")
      }
      choice = number - 1
    } else if !choices.isEmpty, !settings.isJSON {
      write(aligned(choices.enumerated().map { (":fix \($0 + 1)", $1) }))
      return
    }
    guard let (params, difference) = refused.repaired(choosing: choice) else {
      throw UsageError("no fix-it says what to write instead", hint: "edit the text; Arrow-Up brings it back")
    }
    write(difference.map { style($0.line, $0.isNew ? .green : .red) })
    evaluate(repaired: params)
  }
}
