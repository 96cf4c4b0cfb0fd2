// What keys do in a text of several lines, where readline knows only one.
import CReadline
import Glibc

extension LineEditor {
  func bindKeys() {
    func bind(_ keys: [String], _ function: @convention(c) (Int32, Int32) -> Int32) {
      for sequence in keys { creadline_bind(sequence, function) }
    }
    bind(["\\C-m", "\\C-j"]) { _, key in LineEditor.current?.enter(key) ?? 0 }
    bind(["\\e\\C-m", "\\e\\C-j"]) { _, _ in
      rl_insert_text("\n")
      return 0
    }
    bind(["\\C-p", "\\e[A", "\\eOA"]) { _, key in LineEditor.current?.moveUp(key) ?? 0 }
    bind(["\\C-n", "\\e[B", "\\eOB"]) { _, key in LineEditor.current?.moveDown(key) ?? 0 }
    bind(["\\C-a", "\\e[H", "\\eOH", "\\e[1~"]) { _, _ in LineEditor.current?.moveToLineStart() ?? 0 }
    bind(["\\C-e", "\\e[F", "\\eOF", "\\e[4~"]) { _, _ in LineEditor.current?.moveToLineEnd() ?? 0 }
    // readline knows scalars, of which a flag or a family has several.
    bind(["\\C-b", "\\e[D", "\\eOD"]) { count, _ in LineEditor.current?.move(by: -count) ?? 0 }
    bind(["\\C-f", "\\e[C", "\\eOC"]) { count, _ in LineEditor.current?.move(by: count) ?? 0 }
    bind(["\\C-h", "\\C-?"]) { count, _ in LineEditor.current?.delete(-count) ?? 0 }
    bind(["\\e[3~", "\\C-d"]) { count, _ in LineEditor.current?.delete(count) ?? 0 }
    // readline asks the terminal's description for these only where it draws.
    bind(["\\e[1;5C"]) { count, key in rl_forward_word(count, key) }
    bind(["\\e[1;5D"]) { count, key in rl_backward_word(count, key) }
    bind(["\\C-k"]) { _, _ in LineEditor.current?.killToLineEnd() ?? 0 }
    bind(["\\C-u"]) { _, _ in LineEditor.current?.killToLineStart() ?? 0 }
    bind(["\\C-x\\C-e"]) { _, _ in LineEditor.current?.editOutside() ?? 0 }
    bind(["\\C-l"]) { _, _ in
      LineEditor.current?.clearScreen()
      return 0
    }
  }

  /// The text as bytes and the cursor's place in it.
  private var state: (bytes: [UInt8], point: Int) { (Array(line.utf8), Int(creadline_point())) }

  private static let lineEnd = UInt8(ascii: "\n")

  private func lineStart(_ bytes: [UInt8], _ point: Int) -> Int {
    bytes[..<point].lastIndex(of: Self.lineEnd).map { $0 + 1 } ?? 0
  }

  private func lineEnd(_ bytes: [UInt8], _ point: Int) -> Int {
    bytes[point...].firstIndex(of: Self.lineEnd) ?? bytes.count
  }

  /// Return: does what is whole, wherever in it the cursor is; else it ends a line.
  private func enter(_ key: Int32) -> Int32 {
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
    guard let text = edit(line) else { return 0 }
    rl_begin_undo_group()
    rl_delete_text(0, creadline_end())
    creadline_set_point(0)
    rl_insert_text(text)
    rl_end_undo_group()
    return 0
  }
}
