// Messages with a header, as the Language Server Protocol has them: `Content-Length: 42`, an empty line, so many bytes.

/// Takes bytes in, in any pieces, and gives whole messages.
struct HeaderFraming {
  enum Failure: Error, Equatable {
    /// What came is no header of such a message; nothing that follows would be understood.
    case noHeader(String)
    case tooLong(Int)
  }

  /// A header is a few words; a message as long as what an editor may have open.
  private static let headerBytesMax = 8 << 10
  static let contentBytesMax = 64 << 20

  private var buffer: [UInt8] = []
  private var start = 0
  /// What the header has said of the message that is coming.
  private var contentLength: Int?

  mutating func add(_ bytes: some Sequence<UInt8>) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer += bytes
  }

  /// The next message that has come whole.
  mutating func next() throws(Failure) -> [UInt8]? {
    if contentLength == nil {
      guard let end = headerEnd() else {
        guard buffer.count - start <= Self.headerBytesMax else { throw .noHeader(String(preview.prefix(40))) }
        // Whoever speaks without headers, line by line, would wait for ever.
        if let first = buffer[start...].first, first == UInt8(ascii: "{") {
          throw .noHeader(String(preview.prefix(40)))
        }
        return nil
      }
      contentLength = try length(buffer[start..<end.header])
      start = end.content
    }
    guard let length = contentLength, buffer.count - start >= length else { return nil }
    defer {
      start += length
      contentLength = nil
    }
    return Array(buffer[start..<start + length])
  }

  /// A message as it is written.
  static func framed(_ text: String) -> String { "Content-Length: \(text.utf8.count)\r\n\r\n\(text)" }

  private var preview: String { String(decoding: buffer[start...].prefix(80), as: UTF8.self) }

  /// Where the header ends, and where the content begins. Lines may end with a line feed alone.
  private func headerEnd() -> (header: Int, content: Int)? {
    var index = start
    while let line = buffer[index...].firstIndex(of: UInt8(ascii: "\n")) {
      let text = buffer[index..<line]
      if text.isEmpty || text.elementsEqual([UInt8(ascii: "\r")]) { return (index, line + 1) }
      index = line + 1
    }
    return nil
  }

  private func length(_ header: ArraySlice<UInt8>) throws(Failure) -> Int {
    let lines = String(decoding: header, as: UTF8.self).split(whereSeparator: \.isNewline)
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1).map { String($0).trimmed }
      guard parts.count == 2 else { throw .noHeader(String(line.prefix(40))) }
      guard parts[0].lowercased() == "content-length" else { continue }
      guard let length = Int(parts[1]), length >= 0 else { throw .noHeader(String(line.prefix(40))) }
      guard length <= Self.contentBytesMax else { throw .tooLong(length) }
      return length
    }
    throw .noHeader(String(preview.prefix(40)))
  }
}
