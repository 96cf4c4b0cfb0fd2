/// The members that a type lacks, as they would be written: with a body where what it does goes without saying, or else with
/// one that says that it is missing.
struct Stubs {
  private let nominal: Nominal
  private let environment: TypeEnvironment
  private let file: SourceFile
  private let isExtension: Bool
  /// The brace that they are written before.
  private let end: Span
  /// How deep members stand.
  private let unit: String

  init(
    _ nominal: Nominal, _ members: [Decl], at start: Span, end: Span, isExtension: Bool = false,
    _ environment: TypeEnvironment, _ file: SourceFile
  ) {
    (self.nominal, self.environment, self.file) = (nominal, environment, file)
    (self.isExtension, self.end) = (isExtension, file.closingBrace(of: end))
    unit = file.unit(ofMembers: members.first?.span, in: start)
  }

  private var library: Library { environment.library }
  private var isClass: Bool { nominal.kind == .classType }
  private var access: String { nominal.access == .public || nominal.access == .open ? "public " : "" }

  /// One edit for all that the protocols ask for, so that they do not get into each other's way; none if one of them asks for
  /// something of which it cannot be said how it is written.
  func fixIt(for missing: [(proto: Nominal, requirements: [Declaration])]) -> [Repair] {
    var lines: [String] = []
    var known: Set<String> = []
    func add(_ stub: [String]) { if let first = stub.first, known.insert(first).inserted { lines += stub } }
    for (proto, requirements) in missing {
      if requirements.isEmpty || proto.library != nil && proto.name == "CustomStringConvertible" {
        let stubs = derived(proto)
        if stubs.isEmpty { return [] }
        stubs.forEach(add)
        continue
      }
      guard let aliases = associatedTypes(of: proto, requirements) else { return [] }
      aliases.forEach { add([$0]) }
      for requirement in requirements { add(stub(of: requirement)) }
    }
    return insert(lines)
  }

  func fixIt(for requirements: [Declaration]) -> [Repair] { insert(requirements.flatMap(stub)) }

  private func insert(_ lines: [String]) -> [Repair] {
    if lines.isEmpty { return [] }
    return [("add stubs for conformance", [file.insertion(lines.map { unit + $0 }, before: end)])]
  }

  /// `init(name: String) { self.name = name }`
  static func initializer(of properties: [StoredProperty], _ nominal: Nominal, _ file: SourceFile) -> [Repair] {
    guard let node = nominal.node, nominal.file === file else { return [] }
    let unit = file.unit(ofMembers: node.members.first?.span, in: nominal.span)
    let named = properties.map { (name: $0.wrapped ?? $0.name, type: $0.declaration.result) }
    guard named.allSatisfy({ !$0.type.hasHoles }) else { return [] }
    let parameters = named.map { "\($0.name): \($0.type.asFunction == nil ? "" : "@escaping ")\($0.type)" }
    let lines =
      ["init(\(parameters.joined(separator: ", "))) {"] + named.map { unit + "self.\($0.name) = \($0.name)" } + ["}"]
    let edit = file.insertion(lines.map { unit + $0 }, before: file.closingBrace(of: node.end))
    return [("add an initializer of its properties", [edit])]
  }

  // MARK: What a protocol writes down

  private func stub(of requirement: Declaration) -> [String] {
    requirement.resolved()
    let words = access + (requirement.isStatic && requirement.kind != .initializer ? "static " : "")
    let effects = (requirement.isAsync ? " async" : "") + (requirement.isThrowing ? " throws" : "")
    let missing = "fatalError(\"\(requirement.fullName) has not been implemented\")"
    func body(_ header: String) -> [String] { [words + header + " {", unit + missing, "}"] }
    func computed(_ header: String) -> [String] {
      if requirement.isSettable {
        return [words + header + " {", unit + "get { \(missing) }", unit + "set { \(missing) }", "}"]
      }
      if effects.isEmpty { return body(header) }
      return [words + header + " {", unit + "get\(effects) { \(missing) }", "}"]
    }
    switch requirement.kind {
    case .variable:
      let type = spelled(requirement.result)
      if !isExtension, nominal.kind != .enumeration, !requirement.isStatic, effects.isEmpty,
        let value = library.emptyValue(of: requirement.result)
      {
        return [words + "var \(requirement.name): \(type) = \(value)"]
      }
      return computed("var \(requirement.name): \(type)")
    case .subscripted:
      return computed("subscript\(parameters(of: requirement)) -> \(spelled(requirement.result))")
    case .initializer:
      let required = isClass && !nominal.isFinal && !isExtension ? "required " : ""
      return body(required + "init\(requirement.isFailable ? "?" : "")\(parameters(of: requirement))\(effects)")
    case .function, .enumCase:
      let isOperator = requirement.name.first.map { !$0.isLetter && $0 != "_" } ?? false
      let mutating = requirement.isMutating && !isClass ? "mutating " : ""
      let result = requirement.result.isVoid ? "" : " -> " + spelled(requirement.result, isResult: true)
      let (generics, conditions) = self.generics(of: requirement)
      return body(
        mutating + "func \(requirement.name)" + (isOperator ? " " : "") + generics + parameters(of: requirement)
          + effects
          + result + conditions)
    }
  }

  private func parameters(of requirement: Declaration) -> String {
    let list = requirement.parameters.map { parameter -> String in
      let names: String
      if requirement.kind == .subscripted {
        names = parameter.label.map { "\($0) \(parameter.name)" } ?? parameter.name
      } else if parameter.label == parameter.name {
        names = parameter.name
      } else {
        names = (parameter.label ?? "_") + " " + parameter.name
      }
      let escaping = parameter.type.asFunction != nil && parameter.isEscaping ? "@escaping " : ""
      return "\(names): " + (parameter.isInout ? "inout " : "") + escaping + spelled(parameter.type)
        + (parameter.isVariadic ? "..." : "")
    }
    return "(" + list.joined(separator: ", ") + ")"
  }

  private func generics(of requirement: Declaration) -> (list: String, conditions: String) {
    if requirement.generics.isEmpty { return ("", "") }
    var conditions: [String] = []
    var bounds: [String: String] = [:]
    for condition in requirement.requirements
    where condition.speaks(of: Set(requirement.generics)) {
      switch condition {
      case .conforms(.parameter(let parameter), let proto) where bounds[parameter.name] == nil:
        bounds[parameter.name] = proto.qualifiedName
      case .conforms(let type, let proto): conditions.append("\(spelled(type)): \(proto.qualifiedName)")
      case .same(let left, let right): conditions.append("\(spelled(left)) == \(spelled(right))")
      case .subclass(let type, let base): conditions.append("\(spelled(type)): \(spelled(base))")
      }
    }
    let list = requirement.generics.map { $0.name + (bounds[$0.name].map { ": " + $0 } ?? "") }
    return (
      "<" + list.joined(separator: ", ") + ">",
      conditions.isEmpty ? "" : " where " + conditions.joined(separator: ", ")
    )
  }

  /// `Self` is the type, and its associated types are called by their names.
  private func spelled(_ type: Type, isResult: Bool = false) -> String {
    if isResult, isClass, case .parameter(let parameter) = type, parameter.isSelf { return "Self" }
    let own = nominal.selfType
    let seen = type.replacing([.parameters, .members]) { leaf -> Type? in
      switch leaf {
      case .parameter(let parameter) where parameter.isSelf: return own
      case .member(.parameter(let parameter), let name) where parameter.isSelf:
        return environment.memberType(of: own, named: name, context: nominal.requirements) ?? .member(own, name)
      default: return nil
      }
    }
    return "\(seen)".replacing("\(own).", with: "")
  }

  /// The associated types that nothing says yet; `nil` if there is one of which no type is known that would do.
  private func associatedTypes(of proto: Nominal, _ requirements: [Declaration]) -> [String]? {
    var result: [String] = []
    for source in environment.closure(of: proto) {
      for (name, associated) in source.associatedTypes.sorted(by: { $0.key < $1.key })
      where environment.memberType(of: nominal.selfType, named: name, context: nominal.requirements) == nil {
        guard let type = stand(for: associated.bounds) else { return nil }
        result.append("\(access)typealias \(name) = \(type)")
      }
    }
    return result
  }

  /// A type that conforms to the protocols, for the author to replace.
  private func stand(for bounds: [Nominal]) -> String? {
    let names = Set(bounds.map { $0.library == nil ? "?" : $0.name })
    if names.contains("Error") { return "Never" }
    if names.isSubset(of: ["Equatable", "Hashable", "Comparable", "Codable", "Encodable", "Decodable", "Sendable"]) {
      return "String"
    }
    if names.isSubset(of: ["Numeric", "SignedNumeric", "AdditiveArithmetic", "Strideable", "BinaryInteger"]) {
      return "Int"
    }
    return nil
  }

  // MARK: What the language derives for others

  private struct Part {
    var name: String
    var type: Type
    var hasValue: Bool
    var isPublished: Bool
  }

  private var parts: [Part] {
    nominal.storedProperties.filter { !$0.isLazy }.map { property in
      property.declaration.resolved()
      return Part(
        name: property.wrapped ?? property.name, type: property.declaration.result,
        hasValue: property.initial != nil || !property.isLet && property.declaration.result.wrapped != nil,
        isPublished: property.isPublished)
    }
  }

  private func conforms(_ part: Part, _ name: String) -> Bool {
    guard let proto = library.type(named: name) else { return false }
    if case .no = environment.conformance(of: part.type, to: proto, context: nominal.requirements) { return false }
    if let wrapped = part.type.wrapped {
      return conforms(Part(name: "", type: wrapped, hasValue: true, isPublished: false), name)
    }
    return part.type.genericArguments.allSatisfy {
      conforms(Part(name: "", type: $0, hasValue: true, isPublished: false), name)
    }
  }

  private func derived(_ proto: Nominal) -> [[String]] {
    func function(_ header: String, _ body: [String], _ name: String) -> [String] {
      [access + header + " {"]
        + (body.isEmpty ? ["fatalError(\"\(name) has not been implemented\")"] : body).map { unit + $0 } + ["}"]
    }
    let own = "\(nominal.selfType)"
    switch proto.name {
    case "Equatable":
      let equal = parts.filter { conforms($0, "Equatable") }.map { "lhs.\($0.name) == rhs.\($0.name)" }
      let body = equal.isEmpty ? (isClass ? ["lhs === rhs"] : []) : [equal.joined(separator: " && ")]
      return [function("static func == (lhs: \(own), rhs: \(own)) -> Bool", body, "==")]
    case "Hashable":
      let hashed = parts.filter { conforms($0, "Hashable") }.map { "hasher.combine(\($0.name))" }
      let body = hashed.isEmpty && isClass ? ["hasher.combine(ObjectIdentifier(self))"] : hashed
      return [function("func hash(into hasher: inout Hasher)", body, "hash(into:)")]
    case "Comparable":
      let names = parts.filter { conforms($0, "Comparable") }.prefix(6).map(\.name)
      var body: [String] = []
      if nominal.rawType != nil { body = ["lhs.rawValue < rhs.rawValue"] }
      if names.count == 1 { body = ["lhs.\(names[0]) < rhs.\(names[0])"] }
      if names.count > 1 {
        body = ["lhs.", "rhs."].map { side in "(" + names.map { side + $0 }.joined(separator: ", ") + ")" }
        body = [body.joined(separator: " < ")]
      }
      return [function("static func < (lhs: \(own), rhs: \(own)) -> Bool", body, "<")]
    case "Identifiable":
      if nominal.kind == .enumeration { return [["\(access)var id: Self { self }"]] }
      if isExtension { return [function("var id: String", [], "id")] }
      return [["\(access)let id = UUID()"]]
    case "CaseIterable": return [function("static var allCases: [\(own)]", [], "allCases")]
    case "CustomStringConvertible":
      let list = parts.map { "\($0.name): \\(\($0.name))" }.joined(separator: ", ")
      let body = nominal.kind == .enumeration ? [] : ["\"\(nominal.name)(\(list))\""]
      return [function("var description: String", body, "description")]
    case "Publisher":
      let aliases = ["Failure": "Never", "Output": "String"].sorted { $0.key > $1.key }.filter {
        environment.memberType(of: nominal.selfType, named: $0.key, context: nominal.requirements) == nil
      }
      return aliases.map { ["\(access)typealias \($0.key) = \($0.value)"] } + [
        function(
          "func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure", [],
          "receive(subscriber:)")
      ]
    case "Subscription":
      return [
        function("func request(_ demand: Subscribers.Demand)", [], "request(_:)"),
        function("func cancel()", [], "cancel()"),
      ].filter { environment.members(of: nominal, named: $0[0].contains("request") ? "request" : "cancel").isEmpty }
    case "Encodable", "Decodable": return coding(function)
    default: return []
    }
  }

  /// Keys for what can be coded; the rest keeps the values it begins with. What is published is coded by hand.
  private func coding(_ function: (String, [String], String) -> [String]) -> [[String]] {
    let coded = parts.filter { conforms($0, "Encodable") && conforms($0, "Decodable") }
    let others = parts.filter { part in !coded.contains { $0.name == part.name } }
    guard nominal.kind != .enumeration, nominal.superclass == nil, !coded.isEmpty, others.allSatisfy(\.hasValue),
      !isExtension
    else {
      let required = isClass && !nominal.isFinal ? "required " : ""
      return [
        function("\(required)init(from decoder: any Decoder) throws", [], "init(from:)"),
        function("func encode(to encoder: any Encoder) throws", [], "encode(to:)"),
      ]
    }
    var stubs: [[String]] = []
    if environment.typeMember(of: nominal, named: "CodingKeys") == nil {
      stubs.append(["enum CodingKeys: String, CodingKey { case \(coded.map(\.name).joined(separator: ", ")) }"])
    }
    guard coded.contains(where: \.isPublished) else { return stubs }
    let declared = { (name: String) in !self.environment.members(of: self.nominal, named: name).isEmpty }
    if !environment.members(of: nominal, named: "init").contains(where: { $0.labels == ["from"] }) {
      stubs.append(
        function(
          (isClass && !nominal.isFinal ? "required " : "") + "init(from decoder: any Decoder) throws",
          ["let container = try decoder.container(keyedBy: CodingKeys.self)"]
            + coded.map { part in
              part.type.wrapped.map {
                "\(part.name) = try container.decodeIfPresent(\($0).self, forKey: .\(part.name))"
              } ?? "\(part.name) = try container.decode(\(part.type).self, forKey: .\(part.name))"
            }, "init(from:)"))
    }
    if !declared("encode") {
      stubs.append(
        function(
          "func encode(to encoder: any Encoder) throws",
          ["var container = encoder.container(keyedBy: CodingKeys.self)"]
            + coded.map {
              "try container.encode\($0.type.wrapped == nil ? "" : "IfPresent")(\($0.name), forKey: .\($0.name))"
            },
          "encode(to:)"))
    }
    return stubs
  }
}
