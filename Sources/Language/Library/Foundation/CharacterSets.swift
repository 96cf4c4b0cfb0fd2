/// `CharacterSet`: predicates on Unicode scalars.
indirect enum ScalarSet: Sendable {
  case characters(Set<Unicode.Scalar>)
  case range(ClosedRange<Unicode.Scalar>)
  case property(@Sendable (Unicode.Scalar) -> Bool)
  case inverted(ScalarSet)
  case union(ScalarSet, ScalarSet)
  case intersection(ScalarSet, ScalarSet)

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .characters(let set): set.contains(scalar)
    case .range(let range): range.contains(scalar)
    case .property(let test): test(scalar)
    case .inverted(let set): !set.contains(scalar)
    case .union(let first, let second): first.contains(scalar) || second.contains(scalar)
    case .intersection(let first, let second): first.contains(scalar) && second.contains(scalar)
    }
  }

  func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !contains($0) }),
      let last = scalars.lastIndex(where: { !contains($0) })
    else { return "" }
    return String(scalars[first...last])
  }

  init(_ text: String) { self = .characters(Set(text.unicodeScalars)) }

  private init(_ categories: Unicode.GeneralCategory...) {
    self = .property { categories.contains($0.properties.generalCategory) }
  }

  private static let newlineScalars = ScalarSet("\n\u{B}\u{C}\r\u{85}\u{2028}\u{2029}")
  private static let ascii = ScalarSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// RFC 3986's characters for a part of an address: unreserved ones, delimiters, and what the part adds.
  private static func address(_ further: String) -> ScalarSet { .union(ascii, ScalarSet("!$&'()*+,;=" + further)) }

  /// The sets that have a name in Foundation.
  static let named: [String: ScalarSet] = [
    "whitespaces": .union(ScalarSet(.spaceSeparator), ScalarSet("\t")),
    "newlines": newlineScalars,
    "whitespacesAndNewlines": .union(.union(ScalarSet(.spaceSeparator), ScalarSet("\t")), newlineScalars),
    "alphanumerics": .property { scalar in
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
        .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
        true
      default: false
      }
    },
    "letters": ScalarSet(
      .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark),
    "lowercaseLetters": ScalarSet(.lowercaseLetter),
    "uppercaseLetters": ScalarSet(.uppercaseLetter, .titlecaseLetter),
    "capitalizedLetters": ScalarSet(.titlecaseLetter),
    "decimalDigits": ScalarSet(.decimalNumber),
    "punctuationCharacters": ScalarSet(
      .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation),
    "symbols": ScalarSet(.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol),
    "controlCharacters": ScalarSet(.control, .format),
    "illegalCharacters": ScalarSet(.unassigned),
    "urlHostAllowed": address(":[]"),
    "urlPathAllowed": .intersection(address("/:@"), .inverted(ScalarSet(";"))),
    "urlQueryAllowed": address("/:?@"),
    "urlFragmentAllowed": address("/:?@"),
    "urlUserAllowed": address(""),
    "urlPasswordAllowed": address(""),
  ]
}

/// A `CharacterSet`. Sets with the same name or the same characters are equal; otherwise a set equals itself.
final class CharacterSetObject: NativeObject {
  let set: ScalarSet
  private let name: String?

  init(_ set: ScalarSet, name: String? = nil, type: Type) {
    self.set = set
    self.name = name
    super.init(type: type)
  }

  override var bulk: Value.Bulk { [] }
  override var text: String { name.map { "CharacterSet.\($0)" } ?? "CharacterSet" }
  override func isEqual(to other: NativeObject) -> Bool {
    guard let other = other as? CharacterSetObject else { return false }
    if case .characters(let left) = set, case .characters(let right) = other.set { return left == right }
    return other === self || name != nil && name == other.name
  }
  override func hash(into hasher: inout Hasher) {
    if case .characters(let own) = set { hasher.combine(own) } else { hasher.combine(name) }
  }
}

extension Value {
  var characterSet: ScalarSet { object(CharacterSetObject.self)?.set ?? .characters([]) }
}

extension FoundationLibrary {
  static func characterSet() -> LibraryType {
    let names = ScalarSet.named.keys.sorted().map { name in
      contextual("static var \(name): CharacterSet { get }") { call in
        .native(CharacterSetObject(ScalarSet.named[name] ?? .characters([]), name: name, type: call.result))
      }
    }
    return LibraryType(
      """
      struct CharacterSet: Hashable, ExpressibleByArrayLiteral, Sendable {
        typealias ArrayLiteralElement = Unicode.Scalar
      }
      """, names + characterSetMembers(), [.values, .literals])
  }

  private static func characterSetMembers() -> [LibraryEntry] {
    func made(_ signature: String, _ make: @escaping (NativeCall) throws(Abort) -> ScalarSet) -> LibraryEntry {
      contextual(signature) { call throws(Abort) in
        .native(CharacterSetObject(try make(call), type: call.result))
      }
    }
    return [
      made("init()") { _ in .characters([]) },
      made("init(arrayLiteral elements: Unicode.Scalar...)") { call in
        ScalarSet(call[0].items.map(\.text).joined())
      },
      made("init(charactersIn string: String)") { ScalarSet($0[0].text) },
      made("init(charactersIn range: ClosedRange<Unicode.Scalar>)") { call in
        let bounds = call[0].fields.compactMap { $0.text.unicodeScalars.first }
        return bounds.count == 2 && bounds[0] <= bounds[1] ? .range(bounds[0]...bounds[1]) : .characters([])
      },
      made("var inverted: CharacterSet { get }") { .inverted($0[0].characterSet) },
      made("func union(_ other: CharacterSet) -> CharacterSet") { .union($0[0].characterSet, $0[1].characterSet) },
      made("func intersection(_ other: CharacterSet) -> CharacterSet") {
        .intersection($0[0].characterSet, $0[1].characterSet)
      },
      made("func subtracting(_ other: CharacterSet) -> CharacterSet") {
        .intersection($0[0].characterSet, .inverted($0[1].characterSet))
      },
      binary("func contains(_ member: Unicode.Scalar) -> Bool") { set, member in
        .bool(member.text.unicodeScalars.first.map { set.characterSet.contains($0) } ?? false)
      },
      changing("mutating func insert(charactersIn string: String)") { .union($0, ScalarSet($1.text)) },
      changing("mutating func remove(charactersIn string: String)") {
        .intersection($0, .inverted(ScalarSet($1.text)))
      },
      changing("mutating func formUnion(_ other: CharacterSet)") { .union($0, $1.characterSet) },
      changing("mutating func invert()") { set, _ in .inverted(set) },
    ]
  }

  private static func changing(_ signature: String, _ change: @escaping (ScalarSet, Value) -> ScalarSet) -> LibraryEntry
  {
    mutating(signature) { value, operands in
      guard let object = value.object(CharacterSetObject.self) else { return .void }
      value = .native(CharacterSetObject(change(object.set, operands.first ?? .void), type: object.type))
      return .void
    }
  }
}
