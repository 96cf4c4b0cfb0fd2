/// `weak` and `unowned` are said of references: of classes, not of what is a value.
struct ReferenceRule {
  private let isWeak: Bool

  private let word: String

  init(_ modifiers: Modifiers) {
    isWeak = modifiers.isWeak
    word = modifiers.words.first { $0.name == "weak" || $0.name == "unowned" }?.text ?? (isWeak ? "weak" : "unowned")
  }

  func check(
    _ type: Type, _ environment: TypeEnvironment, _ requirements: [Requirement], _ diagnostics: Diagnostics,
    _ file: SourceFile, _ span: Span, written: Span?
  ) {
    if type.hasHoles { return }
    let (inner, depth) = type.strippingOptionals
    if case .nominal(let nominal, _) = inner, nominal.kind != .classType,
      nominal.library == nil || !environment.library.isNativeObject(nominal)
    {
      diagnostics.error(
        "'\(word)' may only be applied to class and class-bound protocol types, not '\(inner)'", file, span)
      refuseMandatory(type, depth, diagnostics, file, span, written)
    } else if inner.nominal == nil, !inner.isReference(environment, requirements) {
      var bound: [Repair] = []
      if case .existential(let existential) = inner, existential.protocols.count == 1 {
        bound = existential.protocols[0].conforming(to: "AnyObject", in: file)
      }
      diagnostics.add(
        .error,
        "'\(word)' must not be applied to non-class-bound '\(inner)'; consider adding a protocol conformance that has "
          + "a class bound", file, span, fixIts: bound)
    } else {
      refuseMandatory(type, depth, diagnostics, file, span, written)
    }
  }

  /// What is weak may be nil.
  private func refuseMandatory(
    _ type: Type, _ depth: Int, _ diagnostics: Diagnostics, _ file: SourceFile, _ span: Span, _ written: Span?
  ) {
    guard isWeak, depth == 0, let written else { return }
    let isPlain = type.nominal != nil
    diagnostics.add(
      .error, "'weak' variable should have optional type '\(type)?'", file, span,
      fixIts: isPlain ? [("make it optional", [(written.back, "?")])] : [])
  }
}
