public import Language

/// What a client offers as stores: their properties and methods, in the words of Swift.
public struct ProvidedShape: Sendable {
  public struct Property: Sendable {
    public var name: String
    public var typeName: String
    /// Whether others may ask for another value.
    public var isSettable: Bool
    public var doc: String?
    /// What it is now.
    public var value: PortableValue?

    public init(name: String, typeName: String, isSettable: Bool, doc: String?, value: PortableValue?) {
      self.name = name
      self.typeName = typeName
      self.isSettable = isSettable
      self.doc = doc
      self.value = value
    }
  }

  public struct Parameter: Sendable {
    public var name: String
    /// Its own name, unless something else is said; `_` for none.
    public var label: String?
    public var typeName: String

    public init(name: String, label: String?, typeName: String) {
      self.name = name
      self.label = label
      self.typeName = typeName
    }
  }

  public struct Method: Sendable {
    public var name: String
    public var parameters: [Parameter]
    public var result: String?
    public var isAsync: Bool
    public var isThrowing: Bool
    public var doc: String?

    public init(
      name: String, parameters: [Parameter], result: String?, isAsync: Bool, isThrowing: Bool, doc: String?
    ) {
      self.name = name
      self.parameters = parameters
      self.result = result
      self.isAsync = isAsync
      self.isThrowing = isThrowing
      self.doc = doc
    }
  }

  public struct Store: Sendable {
    public var name: String
    public var className: String?
    public var properties: [Property]
    public var methods: [Method]
    public var doc: String?
    /// Whether its provider is told when somebody watches it.
    public var hearsWatchers: Bool

    public init(
      name: String, className: String?, properties: [Property], methods: [Method], doc: String?,
      hearsWatchers: Bool = false
    ) {
      self.name = name
      self.className = className
      self.properties = properties
      self.methods = methods
      self.doc = doc
      self.hearsWatchers = hearsWatchers
    }
  }

  /// The name before all of theirs; without one they are at top level.
  public var namespace: String?
  /// Declarations of the types that they speak of.
  public var types: [String]
  public var stores: [Store]

  public init(namespace: String?, types: [String], stores: [Store]) {
    self.namespace = namespace
    self.types = types
    self.stores = stores
  }
}

extension ProvidedShape {
  /// What stands in front of a store's name in its path.
  var prefix: String { namespace.map { $0 + "." } ?? "" }
  /// The names at top level that hold the stores.
  var names: [String] { namespace.map { [$0] } ?? stores.map(\.name) }

  private static let modules: Set<String> = ["Swift", "Combine", "Foundation", "Dispatch", "Stores"]
  /// Bytes of a name.
  private static let nameMax = 256

  /// What is wrong with the name of who offers it: it stands in messages and in the names of files.
  static func validate(provider name: String) throws(EngineError) {
    guard !name.isEmpty, name.utf8.count <= nameMax,
      name.unicodeScalars.allSatisfy({ !$0.properties.isWhitespace || $0 == " " }),
      name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }), name.first != " ", name.last != " "
    else {
      throw .validation(
        path: "provider", rule: "a provider has a name of 1 to \(nameMax) bytes, on one line, without blanks around it")
    }
    if reserved.contains(name) {
      throw .validation(
        path: "provider", rule: "'\(name)' is what the daemon itself is called in causes; give it another name")
    }
  }

  private static let reserved: Set<String> = ["engine", "timer", "http", "condition", "watchers"]

  /// What no member of a type can be called, in backticks either.
  private static let unspeakable: Set<String> = ["init", "deinit", "subscript", "self", "Self", "Type", "Protocol"]

  /// What is wrong with it, before its text is made and checked.
  func validate() throws(EngineError) {
    func name(_ text: String, _ what: String, at path: String, isLabel: Bool = false) throws(EngineError) {
      guard let first = text.first, first.isLetter || first == "_", text.utf8.count <= Self.nameMax,
        text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }),
        // A label may be `_` where there is none; keywords are declared in backticks, but for those that mean something there, too.
        isLabel || text != "_" && !Self.unspeakable.contains(text)
      else {
        let shown = text.count > 40 ? text.prefix(40) + "…" : text[...]
        throw .validation(
          path: String(path.prefix(200)),
          rule: "\(what) is a Swift identifier of at most \(Self.nameMax) bytes, and '\(shown)' is none")
      }
    }
    /// What stands before every name of a program would have another meaning.
    func declared(_ text: String, _ what: String, at path: String) throws(EngineError) {
      try name(text, what, at: path)
      if !SourceText.canName(text) {
        throw .validation(path: path, rule: "'\(text)' is a keyword, and \(what) is none; give it another name")
      }
      if Self.modules.contains(text) {
        throw .validation(path: path, rule: "'\(text)' is the name of a module; give it another name")
      }
    }
    func type(_ text: String, at path: String) throws(EngineError) {
      guard !text.isEmpty, !text.contains(where: { $0.isNewline || "{};=".contains($0) }) else {
        throw .validation(path: path, rule: "its type is one of Swift's or of `types`, and '\(text)' is none")
      }
    }
    if let namespace { try declared(namespace, "the name of a namespace", at: namespace) }
    guard !stores.isEmpty else { throw .validation(path: namespace ?? "stores", rule: "it has a store at least") }
    var seen: Set<String> = []
    for store in stores {
      let path = prefix + store.name
      try declared(store.name, "the name of a store", at: path)
      guard seen.insert(store.name).inserted else { throw .validation(path: path, rule: "it is offered twice") }
      if let className = store.className { try declared(className, "the name of a class", at: path) }
      for property in store.properties {
        try name(property.name, "the name of a property", at: path)
        try type(property.typeName, at: path + "." + property.name)
      }
      for method in store.methods {
        try name(method.name, "the name of a method", at: path)
        for parameter in method.parameters {
          try name(parameter.name, "the name of a parameter", at: path + "." + method.name)
          if let label = parameter.label { try name(label, "a label", at: path + "." + method.name, isLabel: true) }
          try type(parameter.typeName, at: path + "." + method.name)
        }
        if let result = method.result { try type(result, at: path + "." + method.name) }
      }
    }
    for store in stores {
      guard let first = stores.first(where: { className(of: $0) == className(of: store) }), first.name != store.name,
        lines(of: first).map(\.text) != lines(of: store).map(\.text)
      else { continue }
      throw .validation(
        path: prefix + store.name,
        rule:
          "its class is called '\(className(of: store))', as that of '\(prefix + first.name)', which has other members; "
          + "say another one with 'type' (in Swift 'named')")
    }
  }

  // MARK: As Swift

  /// A line of the text that the shape becomes, and what of the shape it is for.
  struct Line {
    var text: String
    /// `types[0]`, or a path.
    var origin: String
    /// How much of the line stands before what the client said, in characters; nil where it said nothing of it.
    var said: Int?
  }

  /// The declarations that the stores are known by: classes whose properties hold what the owner said last, and whose
  /// methods ask it. Stores may be of one class.
  var source: String { lines.map(\.text).joined(separator: "\n") }

  var lines: [Line] {
    let declared = types.enumerated().flatMap { place, type in
      type.split(separator: "\n", omittingEmptySubsequences: false)
        .map { Line(text: String($0), origin: "types[\(place)]", said: 0) }
    }
    func holding(_ store: Store) -> Line {
      Line(text: "let \(store.name) = \(className(of: store))()", origin: prefix + store.name)
    }
    var classes: Set<String> = []
    let own = stores.map { classes.insert(className(of: $0)).inserted ? lines(of: $0) : [] }
    guard let namespace else {
      return declared + zip(own, stores).flatMap { lines, store in lines + [holding(store)] }
    }
    let outer = Self.className(for: namespace)
    func around(_ text: String) -> Line { Line(text: text, origin: namespace) }
    let members =
      declared + own.flatMap { $0 } + [around("fileprivate init() {}")] + stores.map { holding($0) }
    return [around("final class \(outer): ObservableObject, _Provided {")] + Self.indented(members)
      + [around("}"), around("let \(namespace) = \(outer)()")]
  }

  private static func indented(_ lines: [Line]) -> [Line] {
    lines.map { line in
      line.text.isEmpty
        ? line : Line(text: "  " + line.text, origin: line.origin, said: line.said.map { $0 + 2 })
    }
  }

  /// `Cart` of `cart`; a name that begins with a capital gets another end.
  private static func className(for name: String) -> String {
    let capitalised = name.prefix(1).uppercased() + name.dropFirst()
    return capitalised == name ? name + "Store" : capitalised
  }

  /// The classes that are declared for it, and what each is for.
  var classNames: [(path: String, name: String)] {
    (namespace.map { [($0, Self.className(for: $0))] } ?? []) + stores.map { ($0.name, className(of: $0)) }
  }

  func className(of store: Store) -> String { store.className ?? Self.className(for: store.name) }

  /// A name as it is declared: a keyword stands in backticks.
  private static func spelled(_ name: String) -> String { SourceText.canName(name) ? name : "`\(name)`" }

  private func lines(of store: Store) -> [Line] {
    let path = prefix + store.name
    func line(_ text: String, _ member: String? = nil, said: Int? = nil) -> Line {
      Line(text: text, origin: member.map { "\(path).\($0)" } ?? path, said: said)
    }
    var members = [line("fileprivate init() {}")]
    for property in store.properties {
      members += Self.comment(property.doc).map { line($0, property.name) }
      let access = property.isSettable ? "" : "private(set) "
      let head = "@Published \(access)var \(Self.spelled(property.name)): "
      members.append(line("\(head)\(property.typeName) = _blank()", property.name, said: head.count))
    }
    for method in store.methods {
      members += Self.comment(method.doc).map { line($0, method.name) }
      members.append(line(Self.text(of: method), method.name, said: 0))
    }
    return Self.comment(store.doc).map { line($0) }
      + [line("final class \(className(of: store)): ObservableObject, _Provided {")] + Self.indented(members)
      + [line("}")]
  }

  private static func text(of method: Method) -> String {
    let parameters = method.parameters.map { parameter in
      let label = parameter.label.map { $0 == parameter.name ? "" : $0 + " " } ?? ""
      return "\(label)\(spelled(parameter.name)): \(parameter.typeName)"
    }
    let effects = (method.isAsync ? " async" : "") + (method.isThrowing ? " throws" : "")
    let names = method.parameters.map(\.name)
    let arguments = ["self", "\"\(method.name)\"", "\"\(names.joined(separator: " "))\""] + names.map(spelled)
    let ask = method.isThrowing ? "try _tryAsk" : "_ask"
    return "func \(spelled(method.name))(\(parameters.joined(separator: ", ")))\(effects)"
      + (method.result.map { " -> \($0)" } ?? "")
      + " { \(ask)(\(arguments.joined(separator: ", "))) }"
  }

  private static func comment(_ doc: String?) -> [String] {
    doc.map { $0.split(whereSeparator: \.isNewline).map { "/// \($0)" } } ?? []
  }

  // MARK: What is wrong with it

  /// Diagnostics of its text as the client can place them: in one of its types, or at the path of what it offers.
  func located(_ diagnostics: [Diagnostic]) -> (diagnostics: [Diagnostic], rendered: String) {
    let lines = lines
    var found: [Diagnostic] = []
    var rendered = ""
    var seen: Set<String> = []
    for diagnostic in diagnostics {
      let place = diagnostic.start.line - 1
      guard lines.indices.contains(place) else { continue }
      let line = lines[place]
      // What follows from a property's type being wrong is not told beside it.
      let isType = line.origin.hasPrefix("types[")
      guard isType || seen.insert(line.origin).inserted else { continue }
      let first = isType ? lines.firstIndex { $0.origin == line.origin } ?? place : place
      func moved(_ position: Diagnostic.Position) -> Diagnostic.Position {
        let own = lines.indices.contains(position.line - 1) ? lines[position.line - 1].said ?? 0 : 0
        return Diagnostic.Position(line: max(1, position.line - first), column: max(1, position.column - own))
      }
      var placed = diagnostic
      placed.file = line.origin
      placed.start = moved(diagnostic.start)
      placed.end = moved(diagnostic.end)
      placed.fixIts = []
      placed.notes = []
      found.append(placed)
      let text = line.text.dropFirst(line.said ?? 0)
      let shown = line.text.contains(" = _blank()") ? text.dropLast(" = _blank()".count) : text
      rendered += """
        \(placed.file):\(placed.start.line):\(placed.start.column): \(placed.severity.rawValue): \(placed.message)
        \(shown)
        \(String(repeating: " ", count: placed.start.column - 1))^

        """
    }
    return (found, rendered)
  }
}
