// What a request has printed, where that is more than a reply has room for.

internal import Engine
internal import Wire

extension Call {
  /// So much text of lines belongs to a reply or a notice: a control character takes six bytes as JSON, and all of that fits
  /// into a frame.
  private static let textBytesMax = 128 << 10
  /// More than that is kept ready for nobody: the reply is refused as too large.
  private static let allBytesMax = 16 << 20

  /// The lines that are part of the reply. Where all of them are too much for it, they are told before it as notices, of which
  /// each has as many lines as it has room for.
  func replied(_ lines: [String]) -> [String] {
    let bytes = lines.reduce(0) { $0 + $1.utf8.count + 1 }
    guard bytes > Self.textBytesMax, bytes <= Self.allBytesMax, !connection.isClosed,
      lines.allSatisfy({ $0.utf8.count < Self.textBytesMax })
    else { return lines }
    // What does not reach the journal is taken back with the reply.
    connection.noteTurn()
    var text = ""
    func tell() { connection.notify(.print(text: text, by: "", rev: engine.revision)) }
    for line in lines {
      if text.utf8.count + line.utf8.count >= Self.textBytesMax {
        tell()
        text = ""
      }
      text += line + "\n"
    }
    tell()
    return []
  }
}
