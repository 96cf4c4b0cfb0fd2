// Colours, where the output is a terminal that shows them.

/// Puts terminal colours around text, or leaves it as it is.
struct Style: Sendable {
  enum Ink: String, Sendable {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
    case boldRed = "1;31"
    case boldYellow = "1;33"
  }

  let isColored: Bool

  static let plain = Style(isColored: false)

  init(isColored: Bool) { self.isColored = isColored }

  /// By choice, and for `auto` by what the output is and what the environment says.
  init(_ choice: ColorChoice, outputIsTerminal: Bool, environment: [String: String]) {
    switch choice {
    case .always: isColored = true
    case .never: isColored = false
    // no-color.org: any value but an empty one means no.
    case .auto:
      isColored = outputIsTerminal && !isDumbTerminal(environment) && (environment["NO_COLOR"] ?? "").isEmpty
    }
  }

  func callAsFunction(_ text: some StringProtocol, _ ink: Ink) -> String {
    isColored && !text.isEmpty ? "\u{1b}[\(ink.rawValue)m\(text)\u{1b}[0m" : String(text)
  }
}
