/// What `#expect` and `#require` become. An expectation that fails is reported to the host, and the program goes on; one that
/// is required throws.
enum ExpectationLibrary {
  static func globals() -> [LibraryEntry] {
    [
      contextual("func _observe<T>(_ value: T) -> T") { call throws(Abort) in
        let text = try call.debugDescribe(call[0], as: call.type("T"))
        call.machine.state(Observations.self).note(call.site.text, text, at: call.location)
        return call[0]
      },
      contextual("func _expect(_ source: String, _ condition: Bool, _ comment: String? = nil)") { call in
        call.judge(call[1].flag, call[2])
        return .void
      },
      contextual(
        "@discardableResult func _expect<E: Error, R>(_ source: String, throws errorType: E.Type, _ comment: String? = nil, "
          + "performing expression: () throws -> R) -> E?"
      ) { call throws(Abort) in
        do throws(Abort) {
          _ = try call[3].closure.call()
        } catch {
          guard case .thrown(let thrown, _) = error else { throw error }
          let isExpected = call.machine.dynamicType(thrown.value, .hole) == call.type("E")
          call.judge(isExpected, call[2], instead: "threw \(try call.debugDescribe(thrown.value, as: .hole))")
          return isExpected ? thrown.value.some : .null
        }
        call.judge(false, call[2], instead: "threw nothing")
        return .null
      },
      contextual("func _require(_ source: String, _ condition: Bool, _ comment: String? = nil) throws") {
        call throws(Abort) in
        guard call.judge(call[1].flag, call[2]) else { throw call.unmet() }
        return .void
      },
      contextual("func _require<T>(_ source: String, _ optionalValue: T?, _ comment: String? = nil) throws -> T") {
        call throws(Abort) in
        guard let value = call[1].unwrapped else {
          call.judge(false, call[2], instead: "nil")
          throw call.unmet()
        }
        call.judge(true, call[2])
        return value
      },
    ]
  }

}

/// What conditions under way have been seen to contain.
final class Observations: LibraryState {
  private var noted: [(text: String, value: String, location: Location)] = []

  func note(_ text: String, _ value: String, at location: Location) {
    noted.removeAll { $0.location == location && $0.text == text }
    // A condition that throws never takes its notes.
    if noted.count > 64 { noted.removeFirst() }
    noted.append((text, value, location))
  }

  /// A condition as written, with what its operands were: `(form.name → "ada") == "bob"`.
  func explain(_ condition: String, from start: Location) -> String {
    let lines = condition.split(separator: "\n", omittingEmptySubsequences: false)
    var own: [[(text: String, value: String, column: Int)]] = lines.map { _ in [] }
    noted.removeAll { note in
      let line = note.location.line - start.line
      guard note.location.file == start.file, lines.indices.contains(line), condition.contains(note.text) else {
        return false
      }
      own[line].append((note.text, note.value, note.location.column))
      return true
    }
    return lines.indices.map { explain(lines[$0], own[$0], isFirst: $0 == 0) }.joined(separator: "\n")
  }

  /// One line of it. Operands are found by their columns, since the same text may stand there twice and only one of it was
  /// looked at.
  private func explain(
    _ line: Substring, _ notes: [(text: String, value: String, column: Int)], isFirst: Bool
  ) -> String {
    let bytes = Array(line.utf8)
    func stands(_ text: String, at place: Int) -> Bool { place >= 0 && bytes.dropFirst(place).starts(with: text.utf8) }
    let sorted = notes.sorted { $0.column < $1.column }
    guard let leftmost = sorted.first else { return String(line) }
    // In which column the condition begins nobody says: it is the first from which on all of them are where they should be.
    let places = isFirst ? Array(bytes.indices) : [leftmost.column - 1]
    let place = places.first { place in
      sorted.allSatisfy {
        $0.text.contains("\n") || stands($0.text, at: place + $0.column - leftmost.column)
      }
    }
    guard let place else { return String(line) }
    var explained: [UInt8] = []
    var end = 0
    for note in sorted where !note.text.contains("\n") {
      let start = place + note.column - leftmost.column
      guard start >= end else { continue }
      explained += bytes[end..<start] + Array("(\(note.text) → \(note.value))".utf8)
      end = start + note.text.utf8.count
    }
    return String(decoding: explained + bytes[end...], as: UTF8.self)
  }
}

extension NativeCall {
  /// Tells the host how an expectation came out.
  @discardableResult
  func judge(_ holds: Bool, _ comment: Value, instead: String? = nil) -> Bool {
    let explained = machine.state(Observations.self).explain(self[0].text, from: location)
    guard !holds else {
      machine.program.host.expected(nil, by: machine.program.currentPipeline)
      return true
    }
    var message = "Expectation failed: \(explained)"
    if let instead, instead.first != "\n" { message += " → \(instead)" }
    if case .string(let text)? = comment.unwrapped { message += " · \(text)" }
    // A picture has lines of its own.
    if let instead, instead.first == "\n" { message += instead }
    machine.program.host.expected(
      Fault(message: message, location: location), by: machine.program.currentPipeline)
    return false
  }

  fileprivate func unmet() -> Abort {
    guard let type = machine.library.type(named: "ExpectationFailedError") else { return fault("a requirement failed") }
    return .thrown(.record(Record(type, [])), at: location)
  }
}
