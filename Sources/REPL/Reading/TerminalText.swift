// Text as a terminal shows it: in cells, of which some are as wide as two columns.
import CReadline
import Glibc

/// What stands together on the screen: a character as people count them, with all its scalars.
struct Cell: Equatable {
  var text: String
  /// In columns.
  var width: Int
  var isDim = false

  /// Whether terminals agree about its width.
  var isPlain: Bool { text.utf8.count == 1 || width == text.utf8.count }
  /// Whether most of them do: of sequences each has its own opinion.
  var isSimple: Bool { isPlain || text.unicodeScalars.count == 1 }
}

/// The cells of a line without line ends. Control characters are shown by a sign, a tab as spaces.
func cells(_ text: some StringProtocol, isDim: Bool = false) -> [Cell] {
  text.map { Cell(text: shown($0), width: displayWidth($0), isDim: isDim) }
}

private func shown(_ character: Character) -> String {
  guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first else {
    return String(character)
  }
  switch scalar.value {
  case 0x09: return tab
  case 0x00..<0x20: return "^" + String(Character(UnicodeScalar(UInt8(scalar.value + 0x40))))
  case 0x7f: return "^?"
  case 0x80..<0xa0: return "?"
  default: return String(character)
  }
}

private let tab = "    "

/// Names in Swift and values may hold any character, whatever the environment forgot to say about it. readline and widths
/// follow from it.
let usesUTF8: Bool = {
  setlocale(LC_CTYPE, "")
  let isUTF8 = nl_langinfo(Int32(CODESET)).map { String(cString: $0) } == "UTF-8"
  return isUTF8 || setlocale(LC_CTYPE, "C.UTF-8") != nil
}()

/// How many columns a character takes. Of sequences the newest terminals' opinion is taken: they are one picture.
func displayWidth(_ character: Character) -> Int {
  if let ascii = character.asciiValue {
    switch ascii {
    case 0x09: return tab.count
    case 0x20..<0x7f: return 1
    default: return 2
    }
  }
  let scalars = character.unicodeScalars
  if scalars.count > 1, scalars.contains(where: isJoining) { return 2 }
  guard usesUTF8 else { return 1 }
  return scalars.map { max(0, Int(creadline_width($0.value))) }.max() ?? 1
}

/// The variation selector for pictures, the joiner, shades of skin, and the letters of flags.
private func isJoining(_ scalar: UnicodeScalar) -> Bool {
  switch scalar.value {
  case 0xfe0f, 0x200d, 0x1f3fb...0x1f3ff, 0x1f1e6...0x1f1ff: true
  default: false
  }
}

/// The columns of a text without line ends.
func displayWidth(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + displayWidth($1) } }
