internal import Glibc

/// What a program prints, line by line. What has no line end yet waits for the rest, at most until its activation ends.
final class ProgramOutput {
  private var pending = ""
  private let emit: (_ text: String, _ endsLine: Bool) -> Void

  init(_ emit: @escaping (_ text: String, _ endsLine: Bool) -> Void) { self.emit = emit }

  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      // By bytes: a line feed behind a carriage return is one character with it, and ends a line all the same.
      var rest = bytes[...]
      while !rest.isEmpty,
        let found = memchr(bytes.baseAddress! + rest.startIndex, Int32(UInt8(ascii: "\n")), rest.count)
      {
        let end = UnsafeRawPointer(found) - UnsafeRawPointer(bytes.baseAddress!)
        emit(taken(with: rest[..<end]), true)
        rest = rest[(end + 1)...]
      }
      pending = taken(with: rest)
    }
  }

  /// What waits, and some more: a text may have megabytes.
  private func taken(with bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    defer { pending = "" }
    return pending.isEmpty ? text : pending + text
  }

  func flush() {
    guard !pending.isEmpty else { return }
    let text = pending
    pending = ""
    emit(text, false)
  }
}
