/// Checks a unit: one text or several, together.
///
/// Names first, then what they inherit, then members, then bodies and statements in the order of the text.
final class UnitChecker {
  private let program: TypeEnvironment
  private let environment: TypeEnvironment
  private let diagnostics = Diagnostics()
  let checker: Checker
  private var files: [(source: SourceFile, parsed: ParsedSource)] = []
  private let contents: UnitContents
  private var declarers: [Declarer] = []
  private var declarerOfFile: [ObjectIdentifier: Declarer] = [:]
  private var entries: [Entry] = []
  /// Not lazy: what changes something lazy changes a copy of it.
  private var namesOfFiles: NamesOfFiles

  private final class Entry {
    let statement: Stmt
    let file: SourceFile
    let declarer: Declarer
    var kind: CheckedStatement.Kind = .statement
    var keys: [String] = []
    var unchanged = false
    var redeclares = false
    /// In force as it is, and to be checked with what takes another's place, since the two refer to each other.
    var isCarried = false
    /// It is carried, and stands in none of the texts.
    var isAdded = false
    var action: TopLevelAction = .nothing
    var nominal: Nominal?
    var extended: Nominal?
    var isSkipped = false
    /// Its file alone knows it, since others declare the like.
    var isOfFile = false
    var declarations: [Declaration] = []
    /// Of an extension: what it says of the type.
    var conformances: [Conformance] = []
    /// The call of what is `@main`.
    var isEntryPoint = false
    /// How it would be written by itself, if it is one of several in a `let` or `var`.
    var own: (text: String, line: Int)?

    init(_ statement: Stmt, _ file: SourceFile, _ declarer: Declarer) {
      self.statement = statement
      self.file = file
      self.declarer = declarer
    }

    /// With the comment that documents it.
    var span: Span {
      let start =
        kind == .statement || kind == .expression ? nil : file.documentation(above: statement.span.start)?.start
      return Span(start: start ?? statement.span.start, end: statement.span.end)
    }
    /// Names whose types are found only with the whole of it: `let (a, b) = …`, `guard let`.
    var bindsPattern: Bool {
      switch statement.kind {
      case .guarding: true
      case .declaration(let declaration):
        if case .variable(let node) = declaration.kind {
          node.bindings.contains { if case .binding = $0.pattern.kind { false } else { true } }
        } else {
          false
        }
      default: false
      }
    }
    var isDeferred: Bool { if case .deferred = statement.kind { file.isScript } else { false } }
    var text: String { own?.text ?? file.slice(span) }
    var line: Int { own?.line ?? file.position(span.start).line }
    /// As a text of its own, at its place.
    var source: SourceText { SourceText(file: file.name, text: text, firstLine: line, isScript: file.isScript) }
    /// Whether it is declared in this unit; else the program's declaration stands.
    var isDeclaredHere: Bool { !unchanged || isCarried }
  }

  init(program: TypeEnvironment, session: SessionResults?) {
    self.program = program
    environment = TypeEnvironment(library: program.library, parent: program)
    namesOfFiles = NamesOfFiles(program: program)
    checker = Checker(environment: environment, diagnostics: diagnostics, stack: .current, session: session)
    contents = UnitContents(environment, checker: checker)
  }

  /// - Parameter progress: where it may stand still for a while.
  func check(_ sources: [SourceText], limits: Limits, _ progress: Progress? = nil) -> Checked {
    diagnostics.progress = progress
    defer { diagnostics.progress = nil }
    let readable = sources.enumerated().compactMap { number, source -> SourceFile? in
      guard source.text.utf8.count > limits.sourceBytes else { return SourceFile(source, number: number) }
      diagnostics.error(
        "the text is longer than \(limits.sourceBytes) bytes",
        SourceFile(SourceText(file: source.file, text: ""), number: number), .none)
      return nil
    }
    let conventions = Conventions(
      operators: program.operators, hasOwnInterpolations: program.hasOwnInterpolations,
      isDeclared: { [program] in program.type(named: $0) != nil })
    let parsed = SourceParser.parse(readable, conventions, into: diagnostics)
    take(parsed, of: readable)
    for (file, declarer) in zip(files, declarers) {
      for call in file.parsed.statements.compactMap(\.entryPoint) {
        let entry = Entry(call, file.source, declarer)
        entry.isEntryPoint = true
        entries.append(entry)
      }
    }
    classify(entries)
    carry(sources.count, conventions)
    declare()
    checkBodies()
    diagnostics.answerQuestions()
    checker.checkFlows()
    return result()
  }

  /// What could stand at a place of a text, which need not be a whole one. Nothing is said about what is wrong with it.
  /// - Parameters:
  ///   - typed: what the candidate takes the place of, in UTF-8 bytes.
  ///   - globalNames: the program's values, the newest first.
  ///   - syntax: that of the text that was completed before.
  func complete(
    _ source: SourceText, typed: Range<Int>, cursor: Int, globalNames: [String], after syntax: UnfinishedSyntax,
    _ progress: Progress? = nil
  ) -> [CompletionCandidate] {
    diagnostics.progress = progress
    defer { diagnostics.progress = nil }
    let bytes = Array(source.text.utf8)
    var source = source
    source.text =
      String(decoding: bytes[..<typed.lowerBound], as: UTF8.self) + CompletionToken.text
      + String(decoding: bytes[typed.upperBound...], as: UTF8.self)
    let file = SourceFile(source)
    let conventions = Conventions(
      operators: program.operators, hasOwnInterpolations: program.hasOwnInterpolations,
      isDeclared: { [program] in program.type(named: $0) != nil })
    let (statements, place) = SourceParser.parseUnfinished(file, conventions, token: typed.lowerBound, after: syntax)
    let query = CompletionQuery()
    checker.completion = query
    take([ParsedSource(statements: statements, rendering: RenderedSource(of: file))], of: [file])
    classify(entries)
    carry(1, conventions)
    declare()
    if case .expression = place { checkBodies(around: typed.lowerBound) }
    let collector = CompletionCollector(
      checker: checker, place: place, found: query.found,
      prefix: String(decoding: bytes[typed.lowerBound..<cursor], as: UTF8.self), offset: typed.lowerBound,
      globalNames: globalNames, target: Self.target(before: bytes[..<typed.lowerBound]),
      isReference: bytes[..<typed.lowerBound].last == UInt8(ascii: "&"))
    return collector.candidates()
  }

  /// `signup.isValid`, where `signup.isValid = ` stands before the cursor.
  private static func target(before bytes: ArraySlice<UInt8>) -> String? {
    let start = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.startIndex
    let words = String(decoding: bytes[start...], as: UTF8.self).split { $0.isWhitespace || $0 == ";" }
    return words.count > 1 && words.last == "=" ? String(words[words.count - 2]) : nil
  }

  private func take(_ parsed: [ParsedSource], of files: [SourceFile]) {
    for (file, parsed) in zip(files, parsed) {
      self.files.append((file, parsed))
      let declarer = Declarer(environment: environment, file: file, diagnostics: diagnostics)
      declarer.infer = { [unowned checker] in checker.infer($0, $1, $2) }
      declarer.declarer = { [unowned self] in declarerOfFile[ObjectIdentifier($0)] }
      declarers.append(declarer)
      declarerOfFile[ObjectIdentifier(file)] = declarer
      contents.add(declarer)
      for statement in parsed.statements {
        let parts = statement.separateBindings
        for part in parts {
          let entry = Entry(part, file, declarer)
          if parts.count > 1 { entry.own = part.binding(of: statement, in: file) }
          entries.append(entry)
        }
      }
    }
  }

  /// Declarations in force that refer to what the unit declares anew, and that it refers to, would speak of two types of one
  /// name. So they are declared in it as well, and stay as they are.
  /// - Parameter count: how many texts there are.
  private func carry(_ count: Int, _ conventions: Conventions) {
    guard entries.contains(where: \.redeclares) else { return }
    var ties = CarriedDeclarations()
    for entry in entries {
      diagnostics.progress?.advance()
      ties.add(entry.source, keys: entry.keys, isNew: !entry.unchanged, redeclares: entry.redeclares)
    }
    let carried = ties.carried(of: program, diagnostics.progress)
    for entry in entries where entry.unchanged { entry.isCarried = carried.names.contains(entry.keys) }
    let files = carried.sources.enumerated().map { SourceFile($1, number: count + $0) }
    let known = entries.count
    take(SourceParser.parse(files, conventions, into: diagnostics), of: files)
    classify(Array(entries[known...]))
    for entry in entries[known...] {
      (entry.isCarried, entry.isAdded) = (true, true)
    }
  }

  private func declare() {
    entries.removeAll { $0.isSkipped }
    declareTypes()
    declareMembers()
    for declarer in declarers { declarer.settleIdentities() }
    declareValues()
  }

  // MARK: Phases

  private func classify(_ added: [Entry]) {
    for entry in added { classify(entry) }
    tellApart(added)
    for entry in added where !entry.keys.isEmpty {
      let text = entry.text
      let known = entry.keys.map { program.text(of: $0) }
      entry.unchanged = known.allSatisfy { $0 == text }
      entry.redeclares = !entry.unchanged && known.contains { $0 != nil }
    }
  }

  /// What is private in two files has a key in each. Types first: an extension of one is its file's, too.
  private func tellApart(_ added: [Entry]) {
    func names(_ entry: Entry) -> NamesOfFiles.Names? {
      guard !entry.isSkipped, case .declaration(let declaration) = entry.statement.kind else { return nil }
      var extended: String?
      if case .extension(let node) = declaration.kind {
        extended = String(entry.file.slice(node.extended.span).prefix { $0 != "." && $0 != "<" })
      }
      return NamesOfFiles.Names(
        keys: entry.keys, isPrivate: { [self] in declaration.isPrivate($0, named: memberKey) },
        isOne: entry.kind == .type || entry.kind == .binding, extended: extended)
    }
    for entry in added { if let names = names(entry) { namesOfFiles.add(names, of: entry.file) } }
    for isType in [true, false] {
      for entry in added where (entry.kind == .type) == isType {
        diagnostics.progress?.advance()
        guard let names = names(entry) else { continue }
        (entry.keys, entry.isOfFile) = namesOfFiles.keys(of: names, in: entry.file, isType: isType)
      }
    }
  }

  private func classify(_ entry: Entry) {
    diagnostics.progress?.advance()
    switch entry.statement.kind {
    case .expression: entry.kind = .expression
    case .declaration(let declaration):
      DeclarationRules(diagnostics: diagnostics, file: entry.file).check(declaration, in: .topLevel)
      switch declaration.kind {
      case .nominal(let node):
        entry.kind = .type
        entry.keys = [node.name]
      case .alias(let node):
        entry.kind = .type
        entry.keys = [node.name]
      case .function(let node):
        entry.kind = .function
        entry.keys = [node.name + "(" + node.parameters.map { ($0.label ?? "_") + ":" }.joined() + ")"]
      case .extension(let node):
        entry.kind = .extension
        let name = entry.file.slice(node.extended.span)
        entry.keys = node.members.compactMap { memberKey($0) }.map { name + "." + $0 }
        if entry.keys.isEmpty {
          entry.keys = ["extension " + name + node.inherited.map { ": " + entry.file.slice($0.span) }.joined()]
        }
      case .variable(let node):
        entry.kind = .binding
        for binding in node.bindings { entry.keys += Self.names(of: binding.pattern) }
      case .skipped(let name, let part):
        // An extension of a type that is there is skipped alone.
        if program.library.type(named: name) == nil { environment.skippedTypes[name] = part.text }
        entry.isSkipped = true
        return
      case .operators(let key):
        entry.kind = .extension
        entry.keys = [key]
      case .cases, .associatedType:
        diagnostics.error("declaration is only valid inside a type", entry.file, entry.statement.span)
        entry.isSkipped = true
      }
    case .guarding(let conditions, _):
      entry.kind = .binding
      for case .binding(let pattern, _, _) in conditions { entry.keys += Self.names(of: pattern) }
      if entry.keys.isEmpty { entry.kind = .statement }
    default: entry.kind = .statement
    }
    guard !entry.keys.isEmpty else {
      if !entry.file.isScript, !entry.isEntryPoint {
        refuseScript(entry, entry.kind == .expression ? "expressions" : "statements")
      }
      return
    }
    if !entry.file.isScript, case .guarding = entry.statement.kind { refuseScript(entry, "statements") }
  }

  /// Only one of the files of a program has code at top level.
  private func refuseScript(_ entry: Entry, _ what: String) {
    guard entry.kind != .type, entry.kind != .extension else { return }
    diagnostics.add(
      .error, "\(what) are not allowed at the top level", entry.file, entry.statement.span,
      notes: [("of several files only main.swift can have them; run this one by itself", entry.statement.span)])
  }

  private func memberKey(_ member: Decl) -> String? {
    switch member.kind {
    case .function(let node): node.name + "(" + node.parameters.map { ($0.label ?? "_") + ":" }.joined() + ")"
    case .variable(let node): node.bindings.first.flatMap { Self.names(of: $0.pattern).first }
    case .nominal(let node): node.name
    case .alias(let node): node.name
    default: nil
    }
  }

  /// The types that an extension brings.
  private static func typeNames(in node: ExtensionNode) -> Set<String> {
    Set(
      node.members.compactMap { member in
        switch member.kind {
        case .nominal(let node): node.name
        case .alias(let node): node.name
        default: nil
        }
      })
  }

  static func names(of pattern: Pattern) -> [String] {
    switch pattern.kind {
    case .binding(let name, _): [name]
    case .tuple(let elements): elements.flatMap { names(of: $0.pattern) }
    case .typed(let inner, _), .optionalSome(let inner), .asType(let inner, _): names(of: inner)
    case .enumCase(_, _, let payload): (payload ?? []).flatMap { names(of: $0.pattern) }
    default: []
    }
  }

  private var changed: [Entry] { entries.filter(\.isDeclaredHere) }

  private func declareTypes() {
    var seen: Set<String> = []
    for entry in changed {
      guard case .declaration(let declaration) = entry.statement.kind else { continue }
      let (name, place): (String, Span)
      switch declaration.kind {
      case .nominal(let node): (name, place) = (node.name, node.nameSpan)
      case .alias(let node): (name, place) = (node.name, node.nameSpan)
      default: continue
      }
      guard seen.insert(entry.isOfFile ? entry.keys[0] : name).inserted else {
        diagnostics.error("invalid redeclaration of '\(name)'", entry.file, place)
        continue
      }
      guard case .nominal(let node) = declaration.kind else { continue }
      let nominal = entry.declarer.makeNominal(node, declaration, parent: nil)
      nominal.isOfFile = entry.isOfFile
      entry.nominal = nominal
      declare(.nominal(nominal), as: node.name, entry)
    }
    declareAliasesAndExtensions()
    for entry in changed {
      guard case .declaration(let declaration) = entry.statement.kind else { continue }
      if case .nominal(let node) = declaration.kind, let nominal = entry.nominal {
        entry.declarer.fillHeader(nominal, node)
      } else if case .extension(let node) = declaration.kind, let nominal = entry.extended {
        let known = environment.extensionConformances[nominal]?.count ?? 0
        entry.declarer.fillExtension(node, of: nominal)
        entry.conformances = Array((environment.extensionConformances[nominal] ?? []).dropFirst(known))
      }
    }
    for declarer in declarers {
      declarer.refuseGrowingSuperclasses()
      declarer.addCodingKeys()
    }
  }

  private func declareAliasesAndExtensions() {
    let names = TypeNames()
    var aliases: [TypeNames.Item] = []
    for entry in changed {
      guard case .declaration(let declaration) = entry.statement.kind else { continue }
      let declarer = entry.declarer
      switch declaration.kind {
      case .extension(let node):
        let item = TypeNames.Item(Self.typeNames(in: node), spelling: node.extended, in: entry.file) {
          _ = declarer.extended(node, into: $0)
        } declare: { [environment, unowned names] in
          guard let nominal = declarer.extended(node) else { return }
          entry.extended = nominal
          declarer.declareExtensionTypes(node, declaration.modifiers, of: nominal)
          let aliases = declarer.memberAliases(node.members, of: nominal) {
            environment.extensionTypes[nominal, default: [:]][$0] = $1
          }
          names.add(aliases)
        }
        names.add([item])
      case .alias(let node):
        aliases.append(
          TypeNames.Item([node.name], spelling: node.type, in: entry.file) {
            _ = declarer.alias(node, in: nil, into: $0)
          } declare: { [unowned self] in
            declare(declarer.alias(node, in: nil), as: node.name, entry)
          })
      case .nominal(let node):
        if let nominal = entry.nominal {
          names.add(declarer.memberAliases(node.members, of: nominal) { nominal.typeMembers[$0] = $1 })
        }
      default: break
      }
    }
    names.add(aliases)
    names.declare()
  }

  private func declare(_ type: TypeMember, as name: String, _ entry: Entry) {
    if entry.isOfFile {
      environment.typesOfFiles[entry.file.name, default: [:]][name] = type
    } else {
      environment.types[name] = type
    }
  }

  private func declareMembers() {
    environment.declareMembers = { [weak self] in self?.declarers.first?.ensureMembers(of: $0) }
    for entry in changed {
      guard case .declaration(let declaration) = entry.statement.kind, case .nominal(let node) = declaration.kind,
        let nominal = entry.nominal
      else { continue }
      diagnostics.progress?.advance()
      entry.declarer.declareMembers(of: nominal, node)
    }
    for entry in changed {
      guard case .declaration(let declaration) = entry.statement.kind, case .extension(let node) = declaration.kind,
        let nominal = entry.extended
      else { continue }
      entry.declarations = entry.declarer.declareExtensionMembers(node, of: nominal)
      if declaration.modifiers.access != .internal {
        entry.declarations.setAccess(declaration.modifiers.accessOfMembers)
      }
      if entry.isOfFile { for member in entry.declarations where member.access.isOfFile { member.isOfFile = true } }
    }
    // Operators declared in types are found by their bare names.
    for declarer in declarers {
      for nominal in declarer.nominals { for member in nominal.memberOrder { noteOperator(member) } }
    }
    for entry in changed { for member in entry.declarations { noteOperator(member) } }
  }

  private func noteOperator(_ member: Declaration) {
    guard member.kind == .function, member.isStatic, let first = member.name.first, !first.isLetter, first != "_" else {
      return
    }
    environment.values[member.name, default: []].append(member)
  }

  private func declareValues() {
    for entry in changed {
      diagnostics.progress?.advance()
      guard case .declaration(let declaration) = entry.statement.kind else { continue }
      switch declaration.kind {
      case .function(let node):
        let made = entry.declarer.declareFunction(node, declaration, owner: nil, requirements: [])
        made.isOfFile = entry.isOfFile
        if let twin = environment.values[made.name]?.first(where: { $0.isShadowing(made) }), twin.kind == .function,
          twin.result == made.result
        {
          diagnostics.error("invalid redeclaration of '\(made.redeclaredName)'", entry.file, node.nameSpan)
        }
        environment.values[made.name, default: []].append(made)
        entry.declarations = [made]
      case .variable(let node): declareGlobals(node, declaration, entry)
      default: break
      }
    }
  }

  private func declareGlobals(_ node: VariableNode, _ declaration: Decl, _ entry: Entry) {
    if node.isAsync { checkAsyncLet(node, entry) }
    for attribute in declaration.modifiers.attributes where !ModifierTable.knows(attribute) {
      diagnostics.error(
        "'@\(attribute.name)' on a top-level variable is not supported here; make it a property of a type", entry.file,
        attribute.span)
    }
    let made = entry.declarer.declareProperties(node, declaration, owner: nil, requirements: [], inExtension: false)
    for one in made {
      one.isOfFile = entry.isOfFile
      if entry.isOfFile, case .global(let variable) = one.implementation { variable.name = entry.keys[0] }
      if environment.values[one.name]?.contains(where: { $0.kind == .variable && !$0.isApart(from: one) }) == true {
        diagnostics.error("invalid redeclaration of '\(one.name)'", entry.file, one.span)
      }
      environment.values[one.name, default: []].insert(one, at: 0)
    }
    entry.declarations = made
    for binding in node.bindings {
      if case .binding = binding.pattern.kind { continue }
      declarePattern(binding.pattern, isLet: node.isLet, entry)
    }
  }

  /// Only a script's statements have an end that what begins in them belongs to.
  private func checkAsyncLet(_ node: VariableNode, _ entry: Entry) {
    if !entry.file.isScript {
      diagnostics.error("'async let' can only be used on local declarations", entry.file, entry.statement.span)
    } else if !node.isLet {
      diagnostics.error("'async' can only be used with 'let' declarations", entry.file, entry.statement.span)
    }
    for binding in node.bindings where binding.value == nil {
      diagnostics.error("'async let' binding requires an initializer expression", entry.file, binding.span)
    }
  }

  /// `let (a, b) = …` and `guard let` at top level: each name is a global whose type comes from the pattern.
  private func declarePattern(_ pattern: Pattern, isLet: Bool, _ entry: Entry) {
    for name in Self.names(of: pattern) {
      let variable = GlobalVariable(name, .hole, isLet: isLet)
      let declaration = Declaration(.variable, name, owner: nil)
      declaration.isLet = isLet
      declaration.isSettable = !isLet
      declaration.declaredIn = entry.file
      declaration.span = pattern.span
      declaration.implementation = .global(variable)
      variable.declaration = declaration
      environment.values[name, default: []].insert(declaration, at: 0)
      entry.declarations.append(declaration)
    }
  }

  // MARK: Bodies

  /// - Parameter place: where what is asked about stands; bodies elsewhere do not matter then.
  private func checkBodies(around place: Int? = nil) {
    func matters(_ span: Span) -> Bool { place.map { span.start <= $0 && $0 <= span.end } ?? true }
    for entry in entries {
      diagnostics.progress?.advance()
      if !entry.isDeclaredHere || !matters(entry.statement.span) && !entry.bindsPattern { continue }
      // The cursor is in the text, and in nothing that it brings along.
      if place != nil, entry.isAdded { continue }
      switch entry.statement.kind {
      case .expression(let expression): checkExpression(expression, entry)
      case .declaration(let declaration): checkDeclaration(declaration, entry)
      default:
        let context = topLevel(entry)
        context.body = [entry.statement]
        checker.check(block: context.body, checker.bodyScope(context))
        entry.action = .run(context)
        if case .guarding(let conditions, _) = entry.statement.kind { checkGuard(conditions, context, entry) }
      }
    }
    let extended = place == nil ? extendedElsewhere() : [:]
    for declarer in declarers {
      diagnostics.progress?.advance()
      let conformances = Conformances(checker, declarer)
      if place == nil {
        for nominal in declarer.nominals {
          conformances.check(nominal)
          checkRedeclarations(of: nominal, declarer.file)
          RecursiveValues(environment: environment, diagnostics: diagnostics).check(nominal, declarer.file)
        }
      }
      for nominal in extended[ObjectIdentifier(declarer.file)] ?? [] {
        Redeclarations(diagnostics: diagnostics, file: declarer.file).check(environment.addedMembers(of: nominal))
      }
      for context in declarer.bodies {
        let end = max(context.span.end, context.bodyEnd.end)
        if matters(Span(start: context.span.start, end: end)) { checker.check(context) }
      }
    }
    guard place == nil else { return }
    for entry in changed {
      diagnostics.progress?.advance()
      checkAccess(entry)
      if let extended = entry.extended, case .declaration(let declaration) = entry.statement.kind,
        case .extension(let node) = declaration.kind
      {
        Conformances(checker, entry.declarer).checkExtension(
          node, at: declaration.span, of: extended, entry.conformances)
      }
    }
  }

  /// Types from elsewhere that extensions extend, by file: those may declare something twice.
  private func extendedElsewhere() -> [ObjectIdentifier: [Nominal]] {
    let own = Set(declarers.flatMap(\.nominals))
    var seen: [ObjectIdentifier: Set<Nominal>] = [:]
    var result: [ObjectIdentifier: [Nominal]] = [:]
    for entry in changed {
      guard let nominal = entry.extended, !own.contains(nominal) else { continue }
      let file = ObjectIdentifier(entry.file)
      if seen[file, default: []].insert(nominal).inserted { result[file, default: []].append(nominal) }
    }
    return result
  }

  private func checkRedeclarations(of nominal: Nominal, _ file: SourceFile) {
    let redeclarations = Redeclarations(diagnostics: diagnostics, file: file)
    let added = environment.addedMembers(of: nominal)
    if nominal.kind == .protocolType {
      // What an extension of a protocol has is there for its requirements.
      redeclarations.check(nominal.memberOrder)
      redeclarations.check(added)
    } else {
      redeclarations.check(nominal.memberOrder + added)
    }
  }

  private func checkAccess(_ entry: Entry) {
    guard case .declaration(let declaration) = entry.statement.kind else { return }
    let levels = AccessLevels(environment: environment, diagnostics: diagnostics, file: entry.file)
    switch declaration.kind {
    case .nominal:
      for nominal in entry.nominal?.withNested ?? [] { levels.check(nominal) }
    case .alias(let node):
      if case .alias(let type, _)? = environment.type(named: node.name, in: entry.file) {
        levels.check(node, declaration.modifiers.access, type)
      }
    case .extension(let node):
      let inferred = node.members.inferredVariables
      for member in entry.declarations { levels.check(member, inferred: inferred.contains(member.name)) }
    case .variable, .function:
      let inferred = [declaration].inferredVariables
      for made in entry.declarations { levels.check(made, inferred: inferred.contains(made.name)) }
    default: break
    }
  }

  private func topLevel(_ entry: Entry) -> FunctionContext {
    let context = FunctionContext(
      .topLevel, name: "main", parent: nil, file: entry.file, environment: environment, nominal: nil)
    context.span = entry.statement.span
    checker.checkFlow(of: context)
    return context
  }

  private func checkExpression(_ expression: Expr, _ entry: Entry) {
    let context = topLevel(entry)
    context.expression = expression
    let type = checker.solve(expression, checker.bodyScope(context))
    entry.action = .evaluate(context, type)
  }

  private func checkDeclaration(_ declaration: Decl, _ entry: Entry) {
    var commit = Commit(environment: environment, keys: entry.keys, source: entry.source)
    if entry.isOfFile, entry.kind == .type { commit.file = entry.file.name }
    switch declaration.kind {
    case .variable(let node):
      commit.declarations = entry.declarations
      checkBinding(node, entry, commit)
      return
    case .nominal(let node):
      commit.types = [node.name]
      if let nominal = entry.nominal { commit.declarations = operators(of: nominal.memberOrder) }
    case .alias(let node): commit.types = [node.name]
    case .function: commit.declarations = entry.declarations
    case .operators: commit.isOperator = true
    case .extension:
      commit.extended = entry.extended
      commit.members = entry.declarations
      commit.declarations = operators(of: entry.declarations)
      if let extended = entry.extended { commit.conformances = environment.extensionConformances[extended] ?? [] }
    default: break
    }
    entry.action = .declare(commit)
  }

  /// What a `guard` at top level binds is there for the rest of the program, but not for its own conditions.
  private func checkGuard(_ conditions: [Condition], _ context: FunctionContext, _ entry: Entry) {
    for case .binding(let pattern, _, _) in conditions { declarePattern(pattern, isLet: pattern.isLet, entry) }
    let variables = entry.declarations.compactMap { declaration -> GlobalVariable? in
      guard case .global(let variable) = declaration.implementation else { return nil }
      return variable
    }
    for case .binding(let pattern, _, _) in conditions {
      pattern.forEachVariable { local in
        guard let variable = variables.first(where: { $0.name == local.name }) else { return }
        variable.type = local.type
        variable.declaration?.result = local.type
      }
    }
    let commit = Commit(
      environment: environment, declarations: entry.declarations, keys: entry.keys, source: entry.source)
    if !variables.isEmpty { entry.action = .unwrap(context, variables, commit) }
  }

  private func operators(of members: [Declaration]) -> [Declaration] {
    members.filter {
      environment.values[$0.name]?.contains { [member = $0] in $0 === member } ?? false && $0.isStatic
        && $0.kind == .function
    }
  }

  private func checkBinding(_ node: VariableNode, _ entry: Entry, _ commit: Commit) {
    guard node.bindings.count == 1, let binding = node.bindings.first else {
      diagnostics.error(
        "several variables in one top-level declaration are not supported here; write one on each line", entry.file,
        entry.statement.span)
      return
    }
    if binding.accessors?.getter != nil {
      entry.action = .declare(commit)
      return
    }
    var variables: [GlobalVariable] = []
    for declaration in entry.declarations {
      if case .global(let variable) = declaration.implementation { variables.append(variable) }
    }
    let context = topLevel(entry)
    let scope = checker.bodyScope(context)
    if case .binding = binding.pattern.kind, let declaration = entry.declarations.first {
      declaration.resolved()
      if let initial = variables.first?.initial {
        checker.check(initial)
        variables.first?.type = declaration.result
        entry.action = .bind(initial, binding.pattern, variables, commit)
        return
      }
      if declaration.result.wrapped == nil || node.isLet, declaration.result != .hole {
        if entry.file.isScript {
          variables.first?.isDeferred = true
        } else {
          diagnostics.error("global variable declaration requires an initializer expression", entry.file, binding.span)
        }
      }
      context.expression = Expr(.nilLiteral, binding.span)
      context.expression?.type = declaration.result
      context.result = declaration.result
    } else if let value = binding.value {
      context.expression = value
      let annotation = binding.type.map { checker.resolve($0, context, nil) }
      let child = node.isAsync ? context.becomeChildTask() : nil
      let type = checker.solve(value, scope, to: annotation, .initialization, child: child)
      context.result = annotation ?? type
      let fits = checker.fits(binding.pattern, annotation ?? type, value, entry.file)
      checker.bind(binding.pattern, fits ? annotation ?? type : .hole, scope)
      binding.pattern.forEachVariable { local in
        guard let variable = variables.first(where: { $0.name == local.name }) else { return }
        variable.type = local.type
        variable.declaration?.result = local.type
        variable.asyncLet = child
      }
    } else {
      diagnostics.error("global variable declaration requires an initializer expression", entry.file, binding.span)
    }
    entry.action = .bind(context, binding.pattern, variables, commit)
  }

  // MARK: Result

  /// As they are executed: of several files, what is declared before what is computed, and the script last.
  private var inOrder: [Entry] {
    // What is deferred at top level is done at the end, the last first.
    let deferred = inDeclaredOrder.filter(\.isDeferred)
    return inDeclaredOrder.filter { !$0.isDeferred } + deferred.reversed()
  }

  private var inDeclaredOrder: [Entry] {
    guard files.contains(where: { !$0.source.isScript }) else { return entries }
    func rank(_ entry: Entry) -> Int {
      switch entry.kind {
      case .type, .function, .extension: 0
      case .binding, .expression, .statement: entry.file.isScript || entry.isEntryPoint ? 2 : 1
      }
    }
    return (0...2).flatMap { wanted in entries.filter { rank($0) == wanted } }
  }

  private func result() -> Checked {
    // Of what is only carried nobody has asked.
    let added = Set(entries.filter(\.isAdded).map(\.file.number))
    let list = diagnostics.sorted(files.map(\.source.name)).filter {
      $0.severity == .error || !added.contains($0.source)
    }
    var rendered = ""
    if !list.isEmpty { rendered = files.map { $0.parsed.rendering.rendered(list) }.joined() }
    guard !diagnostics.hasErrors else { return Checked(unit: nil, diagnostics: list, rendered: rendered) }
    let statements = inOrder.filter { !$0.isAdded }.map { entry in
      CheckedStatement(
        kind: entry.kind, names: entry.keys, text: entry.text, file: entry.file.name,
        line: entry.line, source: entry.file.number, isScript: entry.file.isScript,
        unchanged: entry.unchanged, redeclares: entry.redeclares,
        action: entry.action, contents: contents)
    }
    var redeclares: [String] = []
    for entry in entries where entry.redeclares { redeclares += entry.keys.filter { program.text(of: $0) != nil } }
    return Checked(
      unit: CheckedUnit(statements: statements, redeclares: redeclares), diagnostics: list, rendered: rendered)
  }
}

extension Pattern {
  /// Whether what it binds is constant.
  fileprivate var isLet: Bool {
    switch kind {
    case .binding(_, let isLet): isLet
    case .tuple(let elements): elements.allSatisfy(\.pattern.isLet)
    case .typed(let inner, _), .optionalSome(let inner), .asType(let inner, _): inner.isLet
    case .enumCase(_, _, let payload): (payload ?? []).allSatisfy(\.pattern.isLet)
    default: true
    }
  }
}

extension Stmt {
  /// `App.main()` for a type that is `@main`.
  fileprivate var entryPoint: Stmt? {
    guard case .declaration(let declaration) = kind, case .nominal(let node) = declaration.kind,
      let attribute = declaration.modifiers.attribute("main")
    else { return nil }
    let place = attribute.span
    let main = node.members.lazy.compactMap { member -> FunctionNode? in
      guard case .function(let function) = member.kind, function.name == "main" else { return nil }
      return function
    }.first
    let type = Expr(.name(Name(text: node.name, span: place)), place)
    var call = Expr(.call(Expr(.member(type, Name(text: "main", span: place)), place), []), place)
    if main?.isAsync == true { call = Expr(.await(call), place) }
    if main?.isThrowing == true { call = Expr(.attempt(.plain, call), place) }
    return Stmt(.expression(call), place)
  }

  /// `let a = 1, b = 2` as two declarations.
  fileprivate var separateBindings: [Stmt] {
    guard case .declaration(let declaration) = kind, case .variable(let node) = declaration.kind,
      node.bindings.count > 1
    else { return [self] }
    return node.bindings.map { binding in
      let own = VariableNode(isLet: node.isLet, bindings: [binding], isAsync: node.isAsync)
      return Stmt(
        .declaration(
          Decl(.variable(own), declaration.span, modifiers: declaration.modifiers, keyword: declaration.keyword)), span)
    }
  }

  /// One of the bindings of `whole` as a declaration of its own: `var b: Int` for the first of `var b, c: Int`.
  fileprivate func binding(of whole: Stmt, in file: SourceFile) -> (text: String, line: Int)? {
    guard case .declaration(let declaration) = kind, case .variable(let own) = declaration.kind,
      case .declaration(let all) = whole.kind, case .variable(let node) = all.kind,
      let binding = own.bindings.first, let first = node.bindings.first
    else { return nil }
    let start = file.documentation(above: whole.span.start)?.start ?? whole.span.start
    let head = file.slice(Span(start: start, end: first.span.start))
    // The comma that ends it is the syntax tree's, not its own.
    var text = file.slice(binding.span)
    if text.last == "," { text.removeLast() }
    if let type = binding.type, !(binding.span.start..<binding.span.end).contains(type.span.start) {
      text += ": " + file.slice(type.span)
    }
    let line = file.position(binding.span.start).line - head.count { $0.isNewline }
    return (head + text, line)
  }
}

extension Nominal {
  /// Itself and the types in it.
  fileprivate var withNested: [Nominal] {
    [self]
      + typeMembers.values.flatMap { member -> [Nominal] in
        if case .nominal(let nested) = member, nested.parent === self { nested.withNested } else { [] }
      }
  }
}

extension [Declaration] {
  /// `private extension`: what its members are if nothing else is written.
  fileprivate func setAccess(_ access: Modifiers.Access) {
    for member in self where member.access == .internal {
      if member.setterAccess == .internal { member.setterAccess = access }
      member.access = access
    }
  }
}
