/// What a program prints, line by line. What has no line end yet waits for the rest, at most until its activation ends.
final class ProgramOutput {
  private var pending = ""
  private let emit: (_ text: String, _ endsLine: Bool) -> Void

  init(_ emit: @escaping (_ text: String, _ endsLine: Bool) -> Void) { self.emit = emit }

  func write(_ text: String) {
    // By bytes: a line feed behind a carriage return is one character with it, and ends a line all the same.
    let lineFeed = UInt8(ascii: "\n")
    var rest = text.utf8[...]
    while let end = rest.firstIndex(of: lineFeed) {
      emit(pending + String(Substring(rest[..<end])), true)
      pending = ""
      rest = rest[rest.index(after: end)...]
    }
    pending += String(Substring(rest))
  }

  func flush() {
    guard !pending.isEmpty else { return }
    let text = pending
    pending = ""
    emit(text, false)
  }
}
