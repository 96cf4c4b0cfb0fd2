/// How the library is written down: one line of Swift and one closure per member.
///
/// The line is the member's real signature. It is parsed by the same parser as programs, the first time a program
/// mentions the name; checking, completion, help and messages all come from it.
struct LibraryEntry {
  let signature: String
  let native: Native

  init(signature: String, native: Native) {
    self.signature = signature
    self.native = native
  }

  /// `count` of `var count: Int { get }`.
  var baseName: String { Self.name(in: signature) }

  /// The condition under which a property is there, `where Failure == Never`: Swift has it on an extension around it.
  var condition: String? {
    guard let range = split else { return nil }
    return String(signature[signature.index(after: range)...])
  }

  /// The signature as a member by itself.
  var member: String { split.map { String(signature[..<$0]) } ?? signature }

  private var split: String.Index? {
    guard let brace = signature.lastIndex(of: "}"), signature[brace...].hasPrefix("} where ") else { return nil }
    return signature.index(after: brace)
  }

  static func name(in signature: String) -> String {
    let keywords: Set<Substring> = ["func", "var", "let", "init", "subscript", "case"]
    var words = signature[...]
    while !words.isEmpty {
      words = words.drop { $0 == " " || $0 == "\n" }
      let word = words.prefix { $0.isLetter || $0.isNumber || $0 == "@" || $0 == "_" }
      if word.isEmpty {
        words = words.dropFirst()
        continue
      }
      words = words.dropFirst(word.count)
      guard keywords.contains(word) else { continue }
      if word == "init" || word == "subscript" { return String(word) }
      words = words.drop { $0 == " " }
      if let first = words.first, first.isLetter || first == "_" || first == "`" {
        return String(words.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }.filter { $0 != "`" })
      }
      var name = words.prefix { operatorCharacters.contains($0) }
      // The `<` of generic parameters is not the operator's.
      if name.count > 1, name.last == "<", words.dropFirst(name.count).first?.isLetter == true {
        name = name.dropLast()
      }
      return String(name)
    }
    return ""
  }

  private static let operatorCharacters: Set<Character> = [
    "/", "=", "-", "+", "!", "*", "%", "<", ">", "&", "|", "^", "~", "?", ".",
  ]
}

/// What the library knows of one type: its declaration, and its members.
struct LibraryType {
  /// What the checker and the compiler have to know of a type beyond its declaration.
  struct Traits: OptionSet {
    let rawValue: Int
    /// Its values are objects of the library, which know their type, so that an `Any` needs no box around them.
    static let objects = Traits(rawValue: 1)
    /// Its values are none, other than those of the types beside it.
    static let values = Traits(rawValue: 2)
    /// The plain form of its values is what their `Codable` writes.
    static let coded = Traits(rawValue: 8)
    /// It does something with the elements of an array literal: joins them, puts them in order.
    static let madeOfElements = Traits(rawValue: 16)
    static let keyPath = Traits(rawValue: 32)
    /// What it is resumed with can say its type.
    static let continuation = Traits(rawValue: 64)
    /// The first task that is added to it can say its type.
    static let group = Traits(rawValue: 4)
    /// Its members compute when they are asked, and are preferred to those that make a list.
    static let lazy = Traits(rawValue: 128)
    /// Its own initialiser makes it of an array literal.
    static let literals = Traits(rawValue: 4096)
    /// Closures given to its members may speak of `self` without saying so.
    static let implicitSelf = Traits(rawValue: 256)
    /// Classes of the program can inherit from it; it has no properties, and an initialiser that does nothing.
    static let inheritable = Traits(rawValue: 512)
    /// Properties can be wrapped in it.
    static let wrapper = Traits(rawValue: 1024)
    /// What it gives to those that conform to it can be called by clients.
    static let offered = Traits(rawValue: 2048)
  }

  /// The declaration without members, and extensions that make it conform: `struct Array<Element>: Sequence {}`.
  let header: String
  let entries: [LibraryEntry]
  let traits: Traits
  /// The module it comes from, as running programs spell it.
  let module: String

  init(_ header: String, _ entries: [LibraryEntry] = [], _ traits: Traits = [], module: String = "Swift") {
    self.header = header
    self.entries = entries
    self.traits = traits
    self.module = module
  }
}

extension Nominal {
  /// Whether it is a type of the library that has the trait.
  func has(_ trait: LibraryType.Traits) -> Bool { library?.traits.contains(trait) ?? false }

  /// The names of the members that clients see of a program's class that conforms to it.
  var offeredNames: [String] { has(.offered) ? library?.names ?? [] : [] }
}
