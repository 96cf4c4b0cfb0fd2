/// `utf8`, `utf16` and `unicodeScalars` of texts: views with the text's own indices, whole or part.
extension StandardLibrary {
  static func textViews() -> [String: @Sendable () -> LibraryType] {
    var types: [String: @Sendable () -> LibraryType] = [:]
    for view in views {
      for owner in ["String", "Substring"] {
        let name = "\(owner).\(view.name)"
        types[name] = { LibraryType(header(view, owner), owner == "String" ? described(view) : shortening(view)) }
      }
    }
    return types
  }

  private struct View {
    let name: String
    let member: String
    let element: String
    let unit: TextUnits.Unit
    /// Whether it can be changed, and the text with it.
    var isChangeable: Bool { unit == .scalar }
  }

  private static let views = [
    View(name: "UTF8View", member: "utf8", element: "UInt8", unit: .byte),
    View(name: "UTF16View", member: "utf16", element: "UInt16", unit: .word),
    View(name: "UnicodeScalarView", member: "unicodeScalars", element: "Unicode.Scalar", unit: .scalar),
  ]

  private static func header(_ view: View, _ owner: String) -> String {
    """
    struct \(view.name): BidirectionalCollection\(view.isChangeable ? ", RangeReplaceableCollection" : ""),
      CustomStringConvertible, CustomDebugStringConvertible, Sendable
    {
      typealias Element = \(view.element)
      typealias Index = String.Index
      typealias SubSequence = Substring.\(view.name)
      typealias Indices = DefaultIndices<\(owner).\(view.name)>
      typealias Iterator = AnyIterator<\(view.element)>
    }
    """
  }

  private static func described(_ view: View) -> [LibraryEntry] {
    let texts = [
      unary("var description: String { get }") { .string($0.units.content) },
      unary("var debugDescription: String { get }") { .string($0.units.debugText) },
    ]
    guard view.isChangeable else { return texts }
    return texts + [filtering("String.UnicodeScalarView")]
  }

  /// What Swift has of collections that are their own parts.
  private static func shortening(_ view: View) -> [LibraryEntry] {
    view.isChangeable ? [filtering("Substring.UnicodeScalarView")] : popping()
  }

  private static func filtering(_ result: String) -> LibraryEntry {
    binary("func filter(_ isIncluded: (Unicode.Scalar) throws -> Bool) rethrows -> \(result)") {
      view, test throws(Abort) in
      let function = test.closure
      var kept: [Value] = []
      for element in view.units.elements where try function.call(element).flag { kept.append(element) }
      return .native(TextUnits(.scalar, kept[...]))
    }
  }

  /// The views of a `String`, a `Substring` or, with `String`'s views, a `Character` and whatever is a text.
  static func viewMembers(of owner: String, canChange: Bool = false) -> [LibraryEntry] {
    views.map { view in
      let signature = "var \(view.member): \(owner).\(view.name)"
      guard view.isChangeable, canChange else {
        return unary(signature + " { get }") { .native(TextUnits(view.unit, of: $0.text, from: $0.textStart)) }
      }
      return property(signature + " { get set }") { operands in
        .native(TextUnits(view.unit, of: operands[0].text, from: operands[0].textStart))
      } set: { value, _, view in
        value = .string(view.units.content)
      }
    }
  }

  /// Texts of views. Of a part it is nothing if the part begins or ends within a character.
  static func textsOfViews(_ owner: String) -> [LibraryEntry] {
    func make(_ text: String) -> Value { owner == "String" ? .string(text) : TextPart.whole(text) }
    return views.map { view in
      unary("init(_ view: String.\(view.name))") { make($0.units.content) }
    }
      + views.map { view in
        owner == "String" && !view.isChangeable
          ? unary("init?(_ view: Substring.\(view.name))") { $0.units.wholeText.map(make) ?? .null }
          : unary("init(_ view: Substring.\(view.name))") { make($0.units.content) }
      }
  }
}

extension Value {
  /// A view of a text.
  var units: TextUnits { object(TextUnits.self) ?? TextUnits(.scalar, []) }
}
