/// What a program prints, line by line. What has no line end yet waits for the rest, at most until its activation ends.
final class ProgramOutput {
  private var pending = ""
  private let emit: (_ text: String, _ endsLine: Bool) -> Void

  init(_ emit: @escaping (_ text: String, _ endsLine: Bool) -> Void) { self.emit = emit }

  func write(_ text: String) {
    guard text.contains("\n") else {
      pending += text
      return
    }
    var lines = (pending + text).split(separator: "\n", omittingEmptySubsequences: false)
    pending = String(lines.removeLast())
    for line in lines { emit(String(line), true) }
  }

  func flush() {
    guard !pending.isEmpty else { return }
    let text = pending
    pending = ""
    emit(text, false)
  }
}
