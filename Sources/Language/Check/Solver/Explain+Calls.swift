/// Messages about calls: wrong arguments, no fitting overload, closures of the wrong shape.
extension ConstraintSystem {
  func arguments(_ failure: ArgumentFailure, _ declaration: Declaration?, _ call: Expr) -> Explanation? {
    let arguments = callArguments(call)
    let parameters = declaration?.parameters ?? []
    switch failure {
    case .missing(let index):
      // Where the argument would go: before the one that follows, or at the closing parenthesis.
      let place = Span(start: max(call.span.end - 1, call.span.start), end: call.span.end)
      guard parameters.indices.contains(index) else {
        return Explanation("missing argument for parameter #\(index + 1) in call", at: place)
      }
      if let late = arguments.first(where: { $0.label == parameters[index].label && $0.label != nil }),
        let early = arguments.first(where: { argument in
          parameters.dropFirst(index + 1).contains { $0.label == argument.label }
        })
      {
        let label = late.label ?? ""
        return Explanation(
          "argument '\(label)' must precede \(early.label.map { "argument '\($0)'" } ?? "unnamed argument #1")",
          at: late.labelSpan ?? late.value.span, fixIts: moving(late, before: early, arguments))
      }
      let spot = missingPlace(index, arguments, parameters, call) ?? place
      let fixIts = inserting(parameters[index], spot, arguments, call)
      if let label = parameters[index].label {
        return Explanation("missing argument for parameter '\(label)' in call", at: spot, fixIts: fixIts)
      }
      return Explanation("missing argument for parameter #\(index + 1) in call", at: spot, fixIts: fixIts)
    case .extra(let index):
      let argument = arguments[index]
      if let explanation = misspelt(index, arguments, parameters, call) { return explanation }
      let fixIts = removing(index, arguments)
      if parameters.isEmpty, declaration != nil {
        return Explanation(
          "argument passed to call that takes no arguments", at: argument.value.span, fixIts: fixIts)
      }
      if argument.isTrailingClosure {
        return Explanation("extra trailing closure passed in call", at: argument.value.span)
      }
      if let refusal = declaration.flatMap({ Refusals.message(forLabel: argument.label, of: $0) }) {
        return Explanation(refusal, at: argument.labelSpan ?? argument.value.span)
      }
      if let label = argument.label {
        return Explanation("extra argument '\(label)' in call", at: argument.value.span, fixIts: fixIts)
      }
      if arguments.count > parameters.count + 1 {
        return Explanation(
          "extra arguments at positions #\(parameters.count + 1), #\(parameters.count + 2) in call",
          at: argument.value.span)
      }
      return Explanation("extra argument in call", at: argument.value.span, fixIts: fixIts)
    case .label(let index, let have, let expected):
      let argument = arguments[index]
      let span = argument.labelSpan ?? argument.value.span
      if let refusal = declaration.flatMap({ Refusals.message(forLabel: have, of: $0) }) {
        return Explanation(refusal, at: span)
      }
      let wanted = parameters.map { ($0.label ?? "_") + ":" }.joined()
      let given = arguments.map { ($0.label ?? "_") + ":" }.joined()
      let wrong = zip(arguments, parameters).filter { $0.label != $1.label }.count
      if wrong > 1, arguments.count == parameters.count {
        let fixIts = relabelling(arguments, parameters)
        if arguments.allSatisfy({ $0.label == nil }) {
          return Explanation(
            "missing argument labels '\(parameters.compactMap { $0.label.map { $0 + ":" } }.joined())' in call",
            at: call.anchorOfCall, fixIts: fixIts)
        }
        if parameters.allSatisfy({ $0.label == nil }) {
          return Explanation(
            "extraneous argument labels '\(arguments.compactMap { $0.label.map { $0 + ":" } }.joined())' in call",
            at: call.anchorOfCall, fixIts: fixIts)
        }
        return Explanation(
          "incorrect argument labels in call (have '\(given)', expected '\(wanted)')", at: call.anchorOfCall,
          fixIts: fixIts)
      }
      switch (have, expected) {
      case (nil, let expected?):
        return Explanation(
          "missing argument label '\(expected):' in call", at: call.anchorOfCall,
          fixIts: [
            (
              "insert '\(expected): '",
              [(Span(start: argument.value.span.start, end: argument.value.span.start), "\(expected): ")]
            )
          ])
      case (let have?, nil):
        return Explanation(
          "extraneous argument label '\(have):' in call", at: span,
          fixIts: [("remove '\(have): '", [(Span(start: span.start, end: argument.value.span.start), "")])])
      case (let have?, let expected?):
        return Explanation(
          "incorrect argument label in call (have '\(given)', expected '\(wanted)')", at: call.anchorOfCall,
          fixIts: [("replace '\(have)' with '\(expected)'", [(span, expected)])])
      case (nil, nil): return Explanation("extra argument in call", at: argument.value.span)
      }
    }
  }

  /// An argument whose label no parameter has, but that of one that is not given is near to it, or a trailing closure's
  /// that no other can be meant for.
  private func misspelt(
    _ index: Int, _ arguments: [Argument], _ parameters: [Declaration.Parameter], _ call: Expr
  ) -> Explanation? {
    guard let label = arguments[index].label, let span = arguments[index].labelSpan else { return nil }
    let given = Set(arguments.compactMap(\.label))
    let open = parameters.filter { $0.label.map { !given.contains($0) } ?? false }
    var meant = Spelling.nearest(label, among: open.compactMap(\.label))
    if meant == nil, arguments[index].isTrailingClosure, let last = open.last, last.type.asFunction != nil {
      meant = last.label
    }
    guard let meant else { return nil }
    let have = arguments.map { ($0.label ?? "_") + ":" }.joined()
    let wanted = arguments.indices.map { (($0 == index ? meant : arguments[$0].label) ?? "_") + ":" }.joined()
    return Explanation(
      "incorrect argument label in call (have '\(have)', expected '\(wanted)')", at: call.anchorOfCall,
      fixIts: [("replace '\(label)' with '\(meant)'", [(span, meant)])])
  }

  private func missingPlace(
    _ index: Int, _ arguments: [Argument], _ parameters: [Declaration.Parameter], _ call: Expr
  ) -> Span? {
    let inParentheses = arguments.filter { !$0.isTrailingClosure }
    if let next = inParentheses.first(where: { argument in
      parameters.dropFirst(index + 1).contains { $0.label == argument.label && argument.label != nil }
    }) {
      return next.labelSpan ?? next.value.span
    }
    if let trailing = arguments.first(where: \.isTrailingClosure) {
      return inParentheses.isEmpty ? trailing.value.span : trailing.value.span
    }
    return nil
  }

  func noOverload(_ candidates: [Candidate], _ expression: Expr) -> Explanation {
    if case .binary(let name, let left, let right) = expression.kind {
      return operands(name, left, right)
    }
    if case .prefix(let name, let operand) = expression.kind {
      return Explanation(
        "unary operator '\(name.text)' cannot be applied to an operand of type '\(shown(type(of: operand)))'",
        at: name.span)
    }
    guard let first = candidates.first?.declaration else { return Explanation("no exact matches in call") }
    let what =
      switch first.kind {
      case .initializer: "initializer"
      case .subscripted: "subscript"
      case .function where first.owner != nil:
        first.isStatic ? "static method '\(first.name)'" : "instance method '\(first.name)'"
      default: "global function '\(first.name)'"
      }
    return Explanation(
      "no exact matches in call to \(what)",
      notes: candidates.prefix(6).map { candidate in
        let parameters = candidate.declaration.parameters.map { $0.type.description }.joined(separator: ", ")
        return ("candidate has partially matching parameter list (\(parameters))", expression.span)
      })
  }

  func closureParameters(_ expected: Int, _ got: Int, _ implicit: Bool, _ type: Type, _ expression: Expr) -> Explanation
  {
    func counted(_ count: Int) -> String { "\(count) argument\(count == 1 ? "" : "s")" }
    if implicit {
      return Explanation(
        expected == 1
          ? "contextual type for closure argument list expects 1 argument, which cannot be implicitly ignored"
          : "contextual type for closure argument list expects \(expected) arguments, which cannot be implicitly ignored",
        at: expression.span,
        fixIts: [
          (
            "insert '_ in '",
            [
              (
                Span(start: expression.span.start + 1, end: expression.span.start + 1),
                " " + Array(repeating: "_", count: expected).joined(separator: ", ") + " in"
              )
            ]
          )
        ])
    }
    let used = got == 1 ? "but 1 was used in closure body" : "but \(got) were used in closure body"
    var place = expression.span
    if case .closure(let node) = expression.kind, let first = node.parameters?.first { place = first.span }
    return Explanation("contextual closure type '\(type)' expects \(counted(expected)), \(used)", at: place)
  }
}

extension Expr {
  /// Where swiftc points for a call as a whole.
  var anchorOfCall: Span {
    if case .call(let callee, _) = kind { return Span(start: callee.span.end, end: span.end) }
    return anchor
  }
}
