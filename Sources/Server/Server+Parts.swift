// What takes long and can be done in parts: one part at once, and then one in each turn. Everybody else has their turn between
// two of them.

internal import EventLoop

extension Server {
  /// Does something in parts.
  /// - Parameter part: does the next one, and returns whether it was the last.
  func doInParts(_ part: @escaping () -> Bool) {
    if part() { return }
    parts.append(part)
    if parts.count == 1 { doNextPartLater() }
  }

  private func doNextPartLater() {
    loop.post { [self] in
      advance()
      doNextPart()
      if !parts.isEmpty { doNextPartLater() }
    }
  }

  /// Does a part of what has waited longest.
  func doNextPart() {
    guard !parts.isEmpty else { return }
    let part = parts.removeFirst()
    if !part() { parts.append(part) }
  }
}
