internal import CHelp

/// What help says of a name beyond its declaration: one line, and an example that runs.
///
/// It is written as text, in `Sources/CHelp/texts`, an entry for one or more names that share it:
///
///     # Array.append, RangeReplaceableCollection.append
///     Adds one element, or many, at the end.
///     var list = [1]
///     list.append(2)
///     print(list)
///     => [1, 2]
///
/// The names stand behind `#`, a member's with its type; the next line is the summary, then comes the example, and
/// behind `=>` each line that it prints. How a word that has no declaration is written stands behind `:`; what shows an operator
/// on marble diagrams, as `:try` takes it, behind `~`.
struct Documentation: Sendable {
  var summary = ""
  /// A few lines of Swift. They run by themselves, with Combine and Foundation imported.
  var example = ""
  /// What the example prints.
  var prints: [String] = []
  /// How a word is written, `guard CONDITION else { … }`.
  var forms: [String] = []
  /// Operators and diagrams: `debounce 300ms "a-bc----d|"`.
  var trial = ""

  /// By name, `Array.append`; read when help is first asked for something.
  static let entries: [String: Documentation] = {
    var entries: [String: Documentation] = [:]
    for (names, entry) in parse(text) { for name in names { entries[name] = entry } }
    return entries
  }()

  /// All of it. The bytes are part of the program, so they stay where they are.
  static let text = UnsafeBufferPointer(start: chelp_text(), count: chelp_length()).withMemoryRebound(to: UInt8.self) {
    String(decoding: $0, as: UTF8.self)
  }

  /// The words of the language, such as `guard`.
  static let words: [String] = entries.filter { !$0.value.forms.isEmpty && $0.key.allSatisfy(\.isLetter) }.keys.sorted()

  /// The entries of a text, in its order.
  static func parse(_ text: String) -> [(names: [String], entry: Documentation)] {
    var result: [(names: [String], entry: Documentation)] = []
    var example: [Substring] = []
    func finish() {
      guard !result.isEmpty else { return }
      while example.last == "" { example.removeLast() }
      result[result.count - 1].entry.example = example.joined(separator: "\n")
      example = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("# ") {
        finish()
        result.append((line.dropFirst(2).split(separator: ", ").map(String.init), Documentation()))
        continue
      }
      guard let last = result.indices.last else { continue }
      if result[last].entry.summary.isEmpty {
        result[last].entry.summary = String(line)
      } else if line.hasPrefix(": ") {
        result[last].entry.forms.append(String(line.dropFirst(2)))
      } else if line.hasPrefix("~ ") {
        result[last].entry.trial = String(line.dropFirst(2))
      } else if line.hasPrefix("=>") {
        result[last].entry.prints.append(String(line.dropFirst(line.hasPrefix("=> ") ? 3 : 2)))
      } else {
        example.append(line)
      }
    }
    finish()
    return result
  }

  /// What is said of a type, a global function, an operator or a word.
  static func of(_ name: String) -> Documentation? {
    entries[name] ?? entries[family(of: name)] ?? publisherOperator(name).flatMap { entries[$0] }
  }

  /// What is said of a member that a type's table has. Types of one family share what is said of the best known one;
  /// initialisers, and constants of the type itself, what is said of the type; `*.description` is for all the rest.
  static func of(_ name: String, in type: String) -> Documentation? {
    if let own = entries[type + "." + name] ?? entries[family(of: type) + "." + name] { return own }
    if name == "init" || isConstant(name, of: type), let shared = of(type) { return shared }
    return entries["*." + name]
  }

  /// The type that stands for those like it: `Int` for all integers.
  static func family(of type: String) -> String { families[type] ?? type }

  private static let families: [String: String] = {
    var families = [
      "Float": "Double", "ArraySlice": "Array", "ContiguousArray": "Array", "Substring": "String",
      "StringProtocol": "String", "RangeReplaceableCollection": "Array", "MutableCollection": "Array",
      "BinaryInteger": "Int", "FixedWidthInteger": "Int", "FloatingPoint": "Double", "BinaryFloatingPoint": "Double",
    ]
    for kind in IntegerKind.all where kind.name != "Int" { families[kind.name] = "Int" }
    return families
  }()

  /// The operator that makes a publisher: `Publisher.first` of `Publishers.FirstWhere`.
  private static func publisherOperator(_ type: String) -> String? {
    guard type.hasPrefix("Publishers.") else { return nil }
    var name = type.dropFirst("Publishers.".count)
    while name.last?.isNumber == true { name.removeLast() }
    for ending in ["", "Where", "While", "ByCount", "ByTime", "UntilOutput", "On", "Many", "KeyPath"]
    where name.hasSuffix(ending) {
      let base = name.dropLast(ending.count)
      let path = "Publisher." + base.prefix(1).lowercased() + base.dropFirst()
      if entries[path] != nil { return path }
    }
    return nil
  }

  /// A case, or a static constant whose type is the type it belongs to: `Color.red`, `URLError.timedOut`.
  private static func isConstant(_ name: String, of type: String) -> Bool {
    guard let table = LibraryIndex.all.type(named: type) else { return false }
    let last = type.split(separator: ".").last.map(String.init) ?? type
    return table.entries.contains { entry in
      guard entry.baseName == name else { return false }
      if entry.signature.hasPrefix("case ") { return true }
      guard entry.signature.hasPrefix("static var ") || entry.signature.hasPrefix("static let ") else { return false }
      let result = entry.signature.split(separator: ":").dropFirst().first?.split(separator: " ").first
      return result.map { [type, last, "Self", type + ".Code"].contains(String($0)) } ?? false
    }
  }
}
