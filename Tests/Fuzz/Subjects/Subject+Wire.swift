// Bytes as a client sends them: lines, JSON.
import Wire

extension Subject {
  /// What comes out depends on the bytes, not on the pieces in which they come.
  static let frames = Subject(
    name: "frames", bytesMax: 4096,
    words: ["\n", "\r\n", "{}", "[]", #"{"jsonrpc":"2.0","id":1,"method":"session.ping"}"#],
    folders: []
  ) { bytes in
    let size = Int(bytes.first ?? 0) % 16 + 1
    let stream = Array(bytes.dropFirst())
    let whole = messages(in: [stream])
    let pieces = stride(from: 0, to: stream.count, by: size).map { Array(stream[$0..<min($0 + size, stream.count)]) }
    guard messages(in: pieces) == whole else {
      fatalError("in pieces of \(size) bytes other messages come than at once")
    }
  }

  private static func messages(in pieces: [[UInt8]]) -> [String] {
    var decoder = MessageDecoder(frameBytesMax: 256, batchMax: 4)
    var parser = JSONParser()
    var found: [String] = []
    for piece in pieces {
      decoder.append(piece)
      while let message = decoder.next(&parser) { found.append("\(message)") }
    }
    if let message = decoder.finish(&parser) { found.append("\(message)") }
    return found
  }

  /// What is read and written is read again as the same.
  static let json = Subject(
    name: "json", bytesMax: 4096,
    words: [
      "true", "false", "null", "\\u", "\\ud83d\\ude00", "1e308", "-0", "9223372036854775807", "18446744073709551616",
      "[[", "]]",
      #"{"a":"#, "\"",
    ], folders: []
  ) { bytes in
    var parser = JSONParser()
    guard let value = try? bytes.withUnsafeBytes({ try JSONValue(parser.parse($0).root) }) else { return }
    let text = value.description
    guard let again = try? JSONValue(parsing: text) else { fatalError("what was written cannot be read: \(text)") }
    guard again == value else { fatalError("what was written is read as something else: \(text), \(again)") }
    guard (try? JSONValue(parsing: value.pretty())) == value else { fatalError("the readable form is something else") }
  }
}
