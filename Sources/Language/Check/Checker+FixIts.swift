/// What a declaration lacks for what is done in it or with it.
extension Checker {
  /// The function around a body that can be given another signature, and where that ends.
  private func signature(of context: FunctionContext) -> (name: String, end: Span)? {
    guard context.kind == .function, let declaration = context.declaration, declaration.declaredIn === context.file,
      !declaration.isOverride, let end = context.file.endOfParameters(from: declaration.span.start)
    else { return nil }
    return (declaration.fullName, end)
  }

  func throwing(_ context: FunctionContext) -> [Repair] {
    guard let (name, end) = signature(of: context) else { return [] }
    let place = context.file.behind("async", at: end)
    // Behind the blank, so that an `async` which is added, too, comes before it.
    let blank = Span(start: place.end, end: place.end + 1)
    let isSpaced = context.file.slice(blank) == " "
    return [("add 'throws' to function '\(name)'", [isSpaced ? (blank.back, "throws ") : (place, " throws")])]
  }

  func waiting(_ context: FunctionContext) -> [Repair] {
    guard let (name, end) = signature(of: context) else { return [] }
    return [("add 'async' to function '\(name)' to make it asynchronous", [(end, " async")])]
  }

  /// For a value that is returned although nothing was promised.
  func returning(_ type: Type, _ context: FunctionContext) -> [Repair] {
    guard let (_, end) = signature(of: context), !type.hasHoles else { return [] }
    let file = context.file
    let place = file.behind("throws", at: file.behind("async", at: end))
    if let written = file.voidResult(behind: place) {
      return [("change the return type to '\(type)'", [(written, "\(type)")])]
    }
    return [("add the return type '\(type)'", [(place, " -> \(type)")])]
  }

  /// What leaves a scope, without a value where there is none.
  func leaving(_ scope: Scope) -> String {
    if scope.allowsContinue(nil) { return "continue" }
    switch scope.context.kind {
    case .topLevel: return "fatalError()"
    case .initializer: return scope.context.declaration?.isFailable == true ? "return nil" : "return"
    default:
      let result = scope.context.result
      if result.isVoid { return "return" }
      return library.emptyValue(of: result).map { "return " + $0 } ?? "fatalError()"
    }
  }

  func isVoidWritten(_ context: FunctionContext) -> Bool {
    guard let (_, end) = signature(of: context) else { return false }
    let file = context.file
    return file.voidResult(behind: file.behind("throws", at: file.behind("async", at: end))) != nil
  }

  func conforming(_ type: Type, to proto: Nominal, _ file: SourceFile) -> [Repair] {
    type.conforming(to: proto, file, environment)
  }
}

extension Type {
  /// Where the type is of this text, and can conform without further ado.
  func conforming(to proto: Nominal, _ file: SourceFile, _ environment: TypeEnvironment) -> [Repair] {
    guard let nominal, nominal.file === file, proto.library != nil else { return [] }
    func areParts(_ proto: Nominal) -> Bool {
      guard nominal.kind == .structure || nominal.kind == .enumeration else { return false }
      let parts =
        nominal.storedProperties.map { $0.declaration }.filter { $0.resolved() }.map(\.result)
        + nominal.cases.flatMap { $0.payload.map(\.type) }
      return parts.allSatisfy { part in
        if case .no = environment.conformance(of: part, to: proto, context: nominal.requirements) {
          false
        } else {
          true
        }
      }
    }
    switch proto.name {
    case "Error": return nominal.conforming(to: "Error", in: file)
    case "Equatable", "Hashable": return areParts(proto) ? nominal.conforming(to: proto.name, in: file) : []
    case "Encodable", "Decodable": return areParts(proto) ? nominal.conforming(to: "Codable", in: file) : []
    default: return []
    }
  }
}

extension TypeEnvironment {
  /// The one enumeration of the program that has a case of this name, without values.
  func enumeration(with name: String) -> Nominal? {
    var found: Nominal?
    for environment in lineage {
      for case .nominal(let nominal) in environment.types.values
      where nominal.kind == .enumeration && nominal.isUserType && nominal !== found {
        guard nominal.cases.contains(where: { $0.name == name && $0.payload.isEmpty }) else { continue }
        if found != nil { return nil }
        found = nominal
      }
    }
    return found
  }
}
