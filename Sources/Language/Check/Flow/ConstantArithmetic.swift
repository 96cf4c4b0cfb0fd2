/// Arithmetic on constants that cannot be right: a literal that its type cannot hold, a sum beyond its type's bounds,
/// a division by zero. What is computed from literals and from local variables that never change is known here.
struct ConstantArithmetic {
  let library: Library
  let diagnostics: Diagnostics
  let file: SourceFile

  /// Looks at every expression of a body.
  static func check(_ context: FunctionContext, _ library: Library, _ diagnostics: Diagnostics) {
    let arithmetic = ConstantArithmetic(library: library, diagnostics: diagnostics, file: context.file)
    if context.body.isEmpty {
      context.expression?.walk(arithmetic.check)
    } else {
      context.body.forEachExpression(arithmetic.check)
    }
  }

  private func check(_ expression: Expr) {
    switch expression.kind {
    case .integer: literal(expression, digits(expression), expression.span)
    case .call(_, let arguments):
      // `Int8(300)` is the literal as an `Int8`.
      guard arguments.count == 1, arguments[0].label == nil, isConversion(expression) else { return }
      let argument = arguments[0].value
      if let value = spelled(argument) { literal(expression, value, argument.span) }
    case .prefix(let name, let operand):
      guard name.text == "-", case .integer = operand.kind, let value = digits(operand) else { return }
      literal(expression, -value, expression.span)
    case .binary(let name, _, let right):
      guard let bounds = bounds(right.type) else { return }
      let operation = name.text.last == "=" ? String(name.text.dropLast()) : name.text
      if operation == "/" || operation == "%" {
        if expression.choice?.declaration.isOfLibrary == true, value(right) == 0 {
          diagnostics.error("division by zero", file, name.span)
        }
      } else if let (left, right) = operands(expression), let result = apply(operation, left, right),
        !bounds.contains(result), bounds.contains(left), bounds.contains(right)
      {
        diagnostics.error(
          "arithmetic operation '\(left) \(operation) \(right)' (on type '\(expression.type)') results in an overflow",
          file, name.span)
      }
    default: break
    }
  }

  private func literal(_ expression: Expr, _ value: Int128?, _ span: Span) {
    guard let value, let bounds = bounds(expression.type), !bounds.contains(value) else { return }
    // The minus before it is looked at with it.
    if case .integer = expression.kind, isNegated(expression) { return }
    diagnostics.error(
      value < 0 && bounds.lowerBound == 0
        ? "negative integer '\(value)' overflows when stored into unsigned type '\(expression.type)'"
        : "integer literal '\(value)' overflows when stored into '\(expression.type)'", file, span)
  }

  private func isNegated(_ literal: Expr) -> Bool {
    literal.span.start > 0 && file.slice(Span(start: literal.span.start - 1, end: literal.span.start)) == "-"
  }

  // MARK: Values

  /// What an expression is known to be, without what is wrong in itself.
  private func value(_ expression: Expr, _ depth: Int = 0) -> Int128? {
    guard depth < 32, let bounds = bounds(expression.type) else { return nil }
    let result: Int128?
    switch expression.kind {
    case .integer: result = digits(expression)
    case .prefix(let name, let operand) where name.text == "-": result = value(operand, depth + 1).map { -$0 }
    case .tuple(let items) where items.count == 1 && items[0].label == nil: result = value(items[0].value, depth + 1)
    case .asType(let inner, .coerce, _): result = value(inner, depth + 1)
    case .binary(let name, let left, let right):
      guard let a = value(left, depth + 1), let b = value(right, depth + 1) else { return nil }
      result = apply(name.text, a, b)
    case .call(_, let arguments):
      guard arguments.count == 1, arguments[0].label == nil, isConversion(expression) else { return nil }
      result = spelled(arguments[0].value)
    case .member(_, let name):
      guard expression.choice?.declaration.isOfLibrary == true, expression.choice?.declaration.isStatic == true else {
        return nil
      }
      result = name.text == "max" ? bounds.upperBound : name.text == "min" ? bounds.lowerBound : nil
    case .name:
      guard let variable = expression.local, !variable.isMutated, let initial = variable.initial else { return nil }
      result = value(initial, depth + 1)
    default: return nil
    }
    return result.flatMap { bounds.contains($0) ? $0 : nil }
  }

  private func operands(_ expression: Expr) -> (Int128, Int128)? {
    guard case .binary(_, let left, let right) = expression.kind, left.type == expression.type,
      right.type == expression.type, expression.choice?.declaration.isOfLibrary == true, let a = value(left),
      let b = value(right)
    else { return nil }
    return (a, b)
  }

  private func apply(_ operation: String, _ left: Int128, _ right: Int128) -> Int128? {
    switch operation {
    case "+": left + right
    case "-": left - right
    case "*": left * right
    case "/": right == 0 ? nil : left / right
    case "%": right == 0 ? nil : left % right
    default: nil
    }
  }

  private func isConversion(_ call: Expr) -> Bool {
    guard case .call(let callee, _) = call.kind else { return false }
    let declaration = callee.choice?.declaration ?? call.choice?.declaration
    return declaration?.kind == .initializer && declaration?.isOfLibrary == true
  }

  /// A literal, with or without a minus.
  private func spelled(_ expression: Expr) -> Int128? {
    switch expression.kind {
    case .integer: digits(expression)
    case .prefix(let name, let operand) where name.text == "-": digits(operand).map { -$0 }
    default: nil
    }
  }

  private func digits(_ expression: Expr) -> Int128? {
    if case .integer(let value?) = expression.kind { return value }
    return nil
  }

  private func bounds(_ type: Type) -> ClosedRange<Int128>? {
    guard library.isInteger(type), let nominal = type.nominal else { return nil }
    switch nominal.name {
    case "Int8": return Int128(Int8.min)...Int128(Int8.max)
    case "Int16": return Int128(Int16.min)...Int128(Int16.max)
    case "Int32": return Int128(Int32.min)...Int128(Int32.max)
    case "UInt8": return 0...Int128(UInt8.max)
    case "UInt16": return 0...Int128(UInt16.max)
    case "UInt32": return 0...Int128(UInt32.max)
    case "UInt", "UInt64": return 0...Int128(UInt64.max)
    default: return Int128(Int.min)...Int128(Int.max)
    }
  }
}

extension Declaration {
  var isOfLibrary: Bool { declaredIn?.isLibrary ?? (owner?.library != nil) }
}

extension SourceFile {
  /// An integer literal in decimal digits.
  func digits(of span: Span) -> String {
    let written = slice(span).filter { $0 != "_" }
    let radix = ["0x": 16, "0b": 2, "0o": 8][String(written.prefix(2))] ?? 10
    guard radix != 10, let value = UInt128(written.dropFirst(2), radix: radix) else { return written }
    return "\(value)"
  }
}
