/// What could stand at a place of a text: names in scope, or the members of what stands before the dot.
///
/// The text need not parse. What stands before the cursor is read backwards as a chain of names, `signup.$username.`;
/// members are looked up by the declared types of the chain's parts.
extension Program {
  /// Candidates for the name that ends at `offset`, those of the program first, then the library's.
  /// - Parameter offset: UTF-8 bytes into the text; one beyond the end counts as the end.
  /// - Returns: where the text that a candidate replaces begins, in UTF-8 bytes, and the candidates.
  public func complete(_ source: SourceText, offset: Int, session: SessionResults) -> (start: Int, [Suggestion]) {
    let bytes = Array(source.text.utf8.prefix(max(0, offset)))
    let chain = Self.chain(endingIn: bytes)
    guard let prefix = chain.last else { return (bytes.count, []) }
    let names = chain.dropLast()
    let found = names.isEmpty ? namesInScope(prefix, session) : members(after: Array(names), session)
    var seen: Set<String> = []
    return (
      bytes.count - prefix.utf8.count, found.filter { $0.name.hasPrefix(prefix) && seen.insert($0.name).inserted }
    )
  }

  /// `["signup", "user"]` of `… signup.user`; the last part may be empty.
  private static func chain(endingIn bytes: [UInt8]) -> [String] {
    func isName(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    var start = bytes.count
    while start > 0, isName(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: ".") { start -= 1 }
    return String(decoding: bytes[start...], as: UTF8.self)
      .split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// The library's own are looked up only where they begin with what is typed: that reads their declarations.
  private func namesInScope(_ prefix: String, _ session: SessionResults) -> [Suggestion] {
    var result = globals.reversed().map { global in
      let comment = environment.values[global.name]?.first?.comment
      return Suggestion(
        name: global.name, kind: global.isStore ? "store" : "value", typeName: global.typeName,
        detail: comment.map { "// " + $0.firstParagraph } ?? "")
    }
    result += environment.types.sorted { $0.key < $1.key }.map { name, member in
      var comment: String?
      if case .nominal(let nominal) = member { comment = nominal.comment }
      return Suggestion(
        name: name, kind: "type", typeName: name, detail: comment.map { "// " + $0.firstParagraph } ?? "")
    }
    for (name, declarations) in environment.values.sorted(by: { $0.key < $1.key }) {
      guard let function = declarations.first, function.kind == .function else { continue }
      result.append(Suggestion(function, name))
    }
    result += Documentation.words.map {
      Suggestion(name: $0, kind: "keyword", typeName: "", detail: Documentation.of($0)?.summary ?? "")
    }
    for name in library.globalNames.sorted() where name.first?.isLetter == true && name.hasPrefix(prefix) {
      if let function = library.globals(named: name).first { result.append(Suggestion(function, name)) }
    }
    result += LibraryIndex.all.typeNames.filter { !$0.contains(".") && !$0.hasPrefix("_") }
      .map { Suggestion(name: $0, kind: "type", typeName: $0, detail: Documentation.of($0)?.summary ?? "") }
    return result
  }

  private func members(after names: [String], _ session: SessionResults) -> [Suggestion] {
    if let nominal = typeNamed(names), type(of: names[0], session) == nil { return members(of: nominal) }
    guard let nominal = type(ofChain: names, session)?.nominal else { return [] }
    return declarations(of: nominal).filter { !$0.isStatic && $0.kind != .initializer }.map { Suggestion($0, $0.name) }
  }

  /// A type of the program or of the library.
  private func typeNamed(_ names: [String]) -> Nominal? {
    if names.count == 1, case .nominal(let nominal)? = environment.types[names[0]] { return nominal }
    return library.type(path: names)
  }

  /// What stands behind the name of a type: cases, static members, the types inside it.
  private func members(of nominal: Nominal) -> [Suggestion] {
    let own = declarations(of: nominal).filter { $0.isStatic && $0.kind != .initializer }
    let cases = nominal.cases.map { enumCase in
      Suggestion(
        name: enumCase.name, kind: "case", typeName: nominal.qualifiedName, detail: "case " + enumCase.name)
    }
    let start = nominal.qualifiedName + "."
    let inner = LibraryIndex.all.typeNames.filter { $0.hasPrefix(start) && !$0.dropFirst(start.count).contains(".") }
    return cases + own.map { Suggestion($0, $0.name) }
      + inner.map { name in
        Suggestion(
          name: String(name.dropFirst(start.count)), kind: "type", typeName: name,
          detail: Documentation.of(name)?.summary ?? "")
      }
  }

  /// The type of `signup.$username`, by the declared types of its parts.
  func type(ofChain names: [String], _ session: SessionResults) -> Type? {
    guard var type = type(of: names[0], session) else { return nil }
    for name in names.dropFirst() {
      guard let nominal = type.nominal, let member = declarations(of: nominal).first(where: { $0.name == name }),
        member.resolved(), member.kind == .variable
      else { return nil }
      type = member.result.wrapped ?? member.result
    }
    return type
  }

  private func type(of name: String, _ session: SessionResults) -> Type? {
    let variable =
      session.result(named: name)
      ?? environment.values[name]?.lazy.compactMap { declaration -> GlobalVariable? in
        if case .global(let variable) = declaration.implementation { variable } else { nil }
      }.first
    guard let variable else { return nil }
    return variable.type.wrapped ?? variable.type
  }

  /// Everything a value of the type offers: its own members, a superclass', its protocols'.
  func declarations(of nominal: Nominal) -> [Declaration] {
    var result: [Declaration] = []
    for step in nominal.lineage + environment.protocols(of: nominal).map(\.proto) {
      for name in step.library?.names ?? [] { result += environment.members(of: step, named: name) }
      // The `$name` of a published property is not in the order of declaration; that of other wrappers is.
      let ordered = Set(step.memberOrder.map(ObjectIdentifier.init))
      let projections = step.memberOrder.flatMap { step.members["$" + $0.name] ?? [] }
      result += (step.memberOrder + projections.filter { !ordered.contains(ObjectIdentifier($0)) })
        .filter { $0.access != .private && $0.access != .fileprivate }
      for added in environment.extensionMembers[step]?.values.flatMap({ $0 }) ?? [] { result.append(added) }
    }
    return result.filter { $0.name.first.map { $0.isLetter || $0 == "$" || $0 == "_" } ?? false && $0.name != "deinit" }
  }
}

/// Something that could stand at the cursor.
public struct Suggestion: Hashable, Sendable {
  public var name: String
  /// `store`, `value`, `type`, `function`, `property`, `method`, `keyword`, `case`.
  public var kind: String
  public var typeName: String
  /// The declaration as it would be written, and behind it what help says of it in one line.
  public var detail: String

  init(name: String, kind: String, typeName: String, detail: String = "") {
    self.name = name
    self.kind = kind
    self.typeName = typeName
    self.detail = detail
  }

  fileprivate init(_ declaration: Declaration, _ name: String) {
    declaration.resolved()
    let kind =
      switch declaration.kind {
      case .variable: "property"
      case .enumCase: "case"
      default: declaration.owner == nil ? "function" : "method"
      }
    let owner = declaration.owner.flatMap { $0.library == nil ? nil : $0.qualifiedName }
    let isGlobal = declaration.owner == nil && declaration.documentation != nil
    let known = isGlobal ? Documentation.of(name) : owner.flatMap { Documentation.of(name, in: $0) }
    let summary = known?.summary ?? declaration.comment?.firstParagraph
    self.init(
      name: name, kind: kind, typeName: declaration.valueType.description,
      detail: (declaration.documentation ?? declaration.fullName) + (summary.map { "  // " + $0 } ?? ""))
  }
}
