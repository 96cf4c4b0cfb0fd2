// The whole terminal for one picture: on its other screen, so that what was there is there again afterwards.
import Glibc

final class FullScreen {
  let keys: TerminalKeys
  /// The rows that are there.
  private var shown: [String] = []

  /// `nil` where there is no terminal whose cursor can be moved.
  init?(environment: [String: String]) {
    guard !isDumbTerminal(environment), let keys = TerminalKeys() else { return nil }
    self.keys = keys
    // Without a cursor, and empty.
    keys.onTake = { [unowned self] in
      shown = []
      writeOutput("\u{1b}[?1049h\u{1b}[?25l\u{1b}[H\u{1b}[2J")
    }
    keys.onGiveBack = { writeAll("\u{1b}[?25h\u{1b}[?1049l", to: STDOUT_FILENO) }
    keys.take()
  }

  var size: (rows: Int, columns: Int) { terminalSize() ?? (24, 80) }

  /// The terminal has another size: what it has made of the picture is not known.
  func forget() {
    shown = []
    writeOutput("\u{1b}[H\u{1b}[2J")
  }

  /// Shows these rows, none wider than the terminal; writes those that are not there yet.
  func show(_ rows: [String]) {
    guard keys.isTaken else { return }
    var text = ""
    let rows = rows.map(harmless)
    for (index, row) in rows.enumerated() where index >= shown.count || shown[index] != row {
      text += "\u{1b}[\(index + 1);1H\(row)\u{1b}[K"
    }
    if rows.count < shown.count { text += "\u{1b}[\(rows.count + 1);1H\u{1b}[J" }
    shown = rows
    if !text.isEmpty { writeOutput(text) }
  }
}
