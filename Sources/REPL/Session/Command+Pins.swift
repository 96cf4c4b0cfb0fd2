// :pin and :unpin, which keep values in sight above the prompt.
import ClientConnection
import Wire

extension Command {
  static let pins: [Command] = [
    Command(
      name: "pin", synopsis: "[PATH…]",
      summary: "keep values in sight above the prompt; numbers with the way they took",
      details: """
        :pin counter.n shows it above the line you are typing, as it changes; :pin signup.* all of a store. Numbers have
        their last changes beside them, as far as the history goes back. Without a path it lists what is pinned.
        """,
      argument: .paths, run: { session, text throws(UsageError) in try session.pin(text) }),
    Command(
      name: "unpin", synopsis: "[PATH…]", summary: "let them go; without a path, all of them",
      argument: .pinned, run: { session, text throws(UsageError) in try session.unpin(text) }),
  ]
}

extension Session {
  /// Changes of a pin come at most so often: more can nobody read.
  private static let pinRate = 10.0

  fileprivate func pin(_ text: String) throws(UsageError) {
    guard !text.isEmpty else {
      return pins.isEmpty ? write("nothing is pinned") : write(pins.patterns.map { "  " + $0 })
    }
    guard screen.hasSurroundings else {
      throw UsageError("pins need a terminal whose cursor can be moved", hint: ":watch \(text) shows every change")
    }
    pinNext(text.words[...])
  }

  private func pinNext(_ patterns: ArraySlice<String>) {
    guard let pattern = patterns.first else { return }
    guard pins.name(of: pattern) == nil else {
      write("\(pattern) is pinned already")
      return pinNext(patterns.dropFirst())
    }
    let name = pins.add(pattern)
    var delivery = DeliveryOptions(mode: .sample)
    delivery.maxRate = Self.pinRate
    open(.init(sub: name, paths: [absolute(pattern)], deliver: delivery)) { [unowned self] error in
      guard error == nil else { return _ = pins.remove(name) }
      if !pattern.contains(where: "*{".contains) { seed(name, absolute(pattern)) }
      pinNext(patterns.dropFirst())
    }
  }

  /// What a number was before; nobody waits for it.
  private func seed(_ name: String, _ path: String) {
    let params = StoreHistory.Params {
      $0.path = path
      $0.limit = PinBoard.sparklineLength
    }
    core.request(StoreHistory.self, params) { [unowned self] result in
      guard case .success(let history) = result else { return }
      let numbers = history.entries.reversed().filter { $0.path == path }.compactMap { $0.value?.double }
      pins.seed(numbers, at: path, of: name)
    }
  }

  fileprivate func unpin(_ text: String) throws(UsageError) {
    let patterns = text.isEmpty ? pins.patterns : text.words
    guard !patterns.isEmpty else { throw UsageError("nothing is pinned", hint: ":pin counter.n") }
    for pattern in patterns {
      guard let name = pins.name(of: pattern) else {
        let near = nearest(pattern, among: pins.patterns)
        throw UsageError("\(pattern) is not pinned", hint: near.map { "did you mean \($0)?" })
      }
      _ = pins.remove(name)
      core.close(name)
    }
  }
}
