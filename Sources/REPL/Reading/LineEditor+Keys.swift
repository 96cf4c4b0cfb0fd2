// What keys do in a text of several lines, where readline knows only one.
import CReadline
import Glibc

extension LineEditor {
  private typealias Key = @convention(c) (Int32, Int32) -> Int32

  /// Before the user's own settings are read, which may say otherwise.
  func bindKeys() {
    func bind(_ keys: [String], _ function: Key) {
      for sequence in keys { creadline_bind(sequence, function) }
    }
    // readline asks the terminal's description for these only where it draws.
    bind(["\\e[A", "\\eOA"], rl_get_previous_history)
    bind(["\\e[B", "\\eOB"], rl_get_next_history)
    bind(["\\e[H", "\\eOH", "\\e[1~", "\\e[7~"], rl_beg_of_line)
    bind(["\\e[F", "\\eOF", "\\e[4~", "\\e[8~"], rl_end_of_line)
    bind(["\\e[D", "\\eOD"], rl_backward_char)
    bind(["\\e[C", "\\eOC"], rl_forward_char)
    bind(["\\C-h", "\\C-?"], rl_rubout)
    bind(["\\e[3~", "\\C-d"], rl_delete)
    bind(["\\e[1;5C"], rl_forward_word)
    bind(["\\e[1;5D"], rl_backward_word)
    // Under vi's keys readline has others there.
    bind(["\\C-p"], rl_get_previous_history)
    bind(["\\C-n"], rl_get_next_history)
    bind(["\\C-a"], rl_beg_of_line)
    bind(["\\C-e"], rl_end_of_line)
    bind(["\\C-b"], rl_backward_char)
    bind(["\\C-f"], rl_forward_char)
    bind(["\\C-k"], rl_kill_line)
    bind(["\\C-u"], rl_unix_line_discard)
    bind(["\\C-l"], rl_clear_screen)
    bind(["\\C-m", "\\C-j"], rl_newline)
    bind(["\\e\\C-m", "\\e\\C-j"]) { _, _ in
      rl_insert_text("\n")
      return 0
    }
    bind(["\\C-x\\C-e"]) { _, _ in LineEditor.current?.editOutside() ?? 0 }
  }

  /// After that. What readline does with one line is done here with several: whatever keys do the one do the other.
  func takeOverKeys() {
    let replacements: [(theirs: Key, ours: Key)] = [
      (rl_newline, { _, key in LineEditor.current?.enter(key) ?? 0 }),
      (rl_get_previous_history, { _, key in LineEditor.current?.moveUp(key) ?? 0 }),
      (rl_get_next_history, { _, key in LineEditor.current?.moveDown(key) ?? 0 }),
      (rl_beg_of_line, { _, _ in LineEditor.current?.moveToLineStart() ?? 0 }),
      (rl_end_of_line, { _, _ in LineEditor.current?.moveToLineEnd() ?? 0 }),
      // readline knows scalars, of which a flag or a family has several.
      (rl_backward_char, { count, _ in LineEditor.current?.move(by: -count) ?? 0 }),
      (rl_forward_char, { count, _ in LineEditor.current?.move(by: count) ?? 0 }),
      (rl_rubout, { count, _ in LineEditor.current?.delete(-count) ?? 0 }),
      (rl_delete, { count, _ in LineEditor.current?.delete(count) ?? 0 }),
      (rl_kill_line, { _, _ in LineEditor.current?.killToLineEnd() ?? 0 }),
      (rl_unix_line_discard, { _, _ in LineEditor.current?.killToLineStart() ?? 0 }),
      (rl_clear_screen, { _, _ in LineEditor.current?.clearScreen() ?? 0 }),
      (rl_bracketed_paste_begin, { _, _ in LineEditor.current?.insertPaste() ?? 0 }),
    ]
    for (theirs, ours) in replacements { creadline_replace(theirs, ours) }
  }

  /// The text as bytes and the cursor's place in it.
  private var state: (bytes: [UInt8], point: Int) { (Array(line.utf8), Int(creadline_point())) }

  private static let lineEnd = UInt8(ascii: "\n")
  private static let lineFeed = Int32(UInt8(ascii: "\n"))
  private static let carriageReturn = Int32(UInt8(ascii: "\r"))

  private func lineStart(_ bytes: [UInt8], _ point: Int) -> Int {
    bytes[..<point].lastIndex(of: Self.lineEnd).map { $0 + 1 } ?? 0
  }

  private func lineEnd(_ bytes: [UInt8], _ point: Int) -> Int {
    bytes[point...].firstIndex(of: Self.lineEnd) ?? bytes.count
  }

  /// What a terminal says is pasted, up to the sequence that ends it. Its lines may end as in files of Windows, which
  /// readline takes for two line ends.
  private func insertPaste() -> Int32 {
    let end = Array("\u{1b}[201~".utf8)
    var bytes: [UInt8] = []
    while !bytes.suffix(end.count).elementsEqual(end) {
      let key = rl_read_key()
      guard key > 0 else { break }
      bytes.append(UInt8(truncatingIfNeeded: key))
    }
    if bytes.suffix(end.count).elementsEqual(end) { bytes.removeLast(end.count) }
    let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    return rl_insert_text(text)
  }

  /// Return: does what is whole, wherever in it the cursor is; else it ends a line.
  private func enter(_ key: Int32) -> Int32 {
    // Where a paste comes as keys, its lines may end with both.
    let isSecondHalf = key == Self.lineFeed && isBehindReturn
    returnKey = key == Self.carriageReturn ? keyCount : nil
    if isSecondHalf { return 0 }
    if isWhole(line) { return rl_newline(1, key) }
    rl_insert_text("\n")
    return 0
  }

  /// To the line above, or in the first line to what was entered before.
  private func moveUp(_ key: Int32) -> Int32 {
    let (bytes, point) = state
    let start = lineStart(bytes, point)
    guard start > 0 else { return rl_get_previous_history(1, key) }
    move(from: start, to: lineStart(bytes, start - 1), in: bytes, point)
    return 0
  }

  private func moveDown(_ key: Int32) -> Int32 {
    let (bytes, point) = state
    let end = lineEnd(bytes, point)
    guard end < bytes.count else { return rl_get_next_history(1, key) }
    move(from: lineStart(bytes, point), to: end + 1, in: bytes, point)
    return 0
  }

  /// Goes from the line that begins at `start` to the one at `target`, to the same column or its end.
  private func move(from start: Int, to target: Int, in bytes: [UInt8], _ point: Int) {
    let column = displayWidth(String(decoding: bytes[start..<point], as: UTF8.self))
    var width = 0
    let text = String(decoding: bytes[target..<lineEnd(bytes, target)], as: UTF8.self)
    let before = text.prefix {
      width += displayWidth($0)
      return width <= column
    }
    creadline_set_point(Int32(target + before.utf8.count))
  }

  /// The place so many characters, as people count them, behind the cursor; before it where the number is negative.
  private func place(by count: Int32) -> Int32 {
    let (bytes, point) = state
    if count < 0 {
      let before = String(decoding: bytes[..<point], as: UTF8.self)
      return Int32(before.dropLast(Int(-count)).utf8.count)
    }
    let behind = String(decoding: bytes[point...], as: UTF8.self)
    return Int32(point + behind.prefix(Int(count)).utf8.count)
  }

  private func move(by count: Int32) -> Int32 {
    creadline_set_point(place(by: count))
    return 0
  }

  private func delete(_ count: Int32) -> Int32 {
    let (from, to) = (creadline_point(), place(by: count))
    rl_delete_text(min(from, to), max(from, to))
    creadline_set_point(min(from, to))
    return 0
  }

  private func moveToLineStart() -> Int32 {
    let (bytes, point) = state
    creadline_set_point(Int32(lineStart(bytes, point)))
    return 0
  }

  private func moveToLineEnd() -> Int32 {
    let (bytes, point) = state
    creadline_set_point(Int32(lineEnd(bytes, point)))
    return 0
  }

  /// At the end of a line it takes the line end away.
  private func killToLineEnd() -> Int32 {
    let (bytes, point) = state
    let end = lineEnd(bytes, point)
    return rl_kill_text(Int32(point), Int32(end == point ? min(end + 1, bytes.count) : end))
  }

  private func killToLineStart() -> Int32 {
    let (bytes, point) = state
    let start = lineStart(bytes, point)
    let from = start == point ? max(0, start - 1) : start
    rl_kill_text(Int32(point), Int32(from))
    creadline_set_point(Int32(from))
    return 0
  }

  /// Opens the user's editor on what is being typed.
  private func editOutside() -> Int32 {
    guard let text = try? edit(line) else { return 0 }
    rl_begin_undo_group()
    rl_delete_text(0, creadline_end())
    creadline_set_point(0)
    rl_insert_text(text)
    rl_end_undo_group()
    return 0
  }
}
