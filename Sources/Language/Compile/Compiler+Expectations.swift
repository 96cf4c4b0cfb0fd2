/// The condition of an `#expect`: what its parts are is noted while it is evaluated, so that one that does not hold can say
/// what was there. The checker sees the condition as it is written; the notes are taken by the closures made of it.
extension FunctionCompiler {
  /// What is to be noted of a call, if it is one of those that `#expect` and `#require` become.
  func observedCondition(_ choice: Choice, _ arguments: [BoundArgument]) -> ObservedCondition? {
    let declaration = choice.declaration
    // The others expect an error, or a diagram.
    guard declaration.declaredIn?.isLibrary == true, ExpectationFunction(rawValue: declaration.name) != nil,
      declaration.parameters.count == 3, declaration.parameters.allSatisfy({ $0.label == nil }),
      case .given(let condition) = arguments[1]
    else { return nil }
    return ObservedCondition(condition, in: file)
  }

  /// Compiles the arguments of a call, with the notes of its condition on the way.
  func compile(
    _ arguments: [BoundArgument], _ choice: Choice, _ expression: Expr, observing condition: ObservedCondition
  ) -> [ArgumentCode] {
    let outer = observer
    defer { observer = outer }
    let slot = newSlot()
    observer = Observer(slot: slot, parts: condition.numbers)
    var codes = compile(arguments, choice, expression)
    let (first, last) = (codes[0].code, codes[codes.count - 1].code)
    codes[0] = .value { frame throws(Abort) in
      frame[slot] = .native(Observations(condition))
      return try first(frame)
    }
    // Nothing of the program runs between this one and the call.
    let machine = machine
    codes[codes.count - 1] = .value { frame throws(Abort) in
      let value = try last(frame)
      if case .native(let object) = frame[slot] {
        machine.state(LastObservations.self).observations = object as? Observations
      }
      frame[slot] = .void
      return value
    }
    return codes
  }

  /// Which expressions are to be noted, and where.
  struct Observer {
    let slot: Int
    let parts: [ObjectIdentifier: Int]
  }

  /// Notes a value, if that is wanted of the expression.
  private func note(_ expression: Expr) -> ((Frame, Value) -> Void)? {
    guard let observer, let part = observer.parts[ObjectIdentifier(expression)] else { return nil }
    let (slot, type) = (observer.slot, expression.type)
    let reified = reified(type)
    return { frame, value in
      guard case .native(let object) = frame[slot], let observations = object as? Observations else { return }
      observations.note(part, value, reified?(frame) ?? type)
    }
  }

  func isObserved(_ expression: Expr) -> Bool { observer?.parts[ObjectIdentifier(expression)] != nil }

  func observed(_ expression: Expr, _ code: @escaping Code) -> Code {
    guard let note = note(expression) else { return code }
    return { frame throws(Abort) in
      let value = try code(frame)
      note(frame, value)
      return value
    }
  }

  func observed(_ expression: Expr, _ test: @escaping Test) -> Test {
    guard let note = note(expression) else { return test }
    return { frame throws(Abort) in
      let value = try test(frame)
      note(frame, .bool(value))
      return value
    }
  }

  func observed(_ expression: Expr, _ code: @escaping (Frame) throws(Abort) -> Int) -> (Frame) throws(Abort) -> Int {
    guard let note = note(expression) else { return code }
    return { frame throws(Abort) in
      let value = try code(frame)
      note(frame, .int(value))
      return value
    }
  }

  func observed(
    _ expression: Expr, _ code: @escaping (Frame) throws(Abort) -> Double
  ) -> (Frame) throws(Abort) -> Double {
    guard let note = note(expression) else { return code }
    return { frame throws(Abort) in
      let value = try code(frame)
      note(frame, .double(value))
      return value
    }
  }

  /// A place is noted when it is read.
  func observed(_ expression: Expr, _ place: Place) -> Place {
    guard isObserved(expression) else { return place }
    return Place(read: observed(expression, place.read), write: place.write, modify: place.modify)
  }
}

/// A condition and its parts: every expression in it whose value says something.
final class ObservedCondition {
  struct Part {
    let text: String
    /// Whether it stands with its value where it was written; the others are told below.
    var isInline = false
    /// Whether something is asked of it, so that it matters only for what is in it.
    var isReceiver = false
  }

  /// What is shown of a condition where it is written.
  indirect enum Piece {
    case part(Int, Range<Int>)
    /// What may not be evaluated: what is right of `&&`, a branch.
    case maybe(Range<Int>, [Piece])
  }

  private(set) var parts: [Part] = []
  private(set) var pieces: [Piece] = []
  fileprivate private(set) var numbers: [ObjectIdentifier: Int] = [:]
  /// Expressions that need not be told of.
  private var known: Set<ObjectIdentifier> = []
  let text: [UInt8]
  private let start: Int
  private let file: SourceFile
  /// Of a condition with more parts nobody wants to see them all.
  private static let partsMax = 100

  fileprivate init(_ condition: Expr, in file: SourceFile) {
    self.file = file
    start = condition.span.start
    text = Array(file.slice(condition.span).utf8)
    pieces = shown(condition)
    addParts(in: condition)
  }

  // MARK: What stands in the condition

  /// The operands that decide what the condition is.
  private func shown(_ condition: Expr) -> [Piece] {
    // What it is follows from its operands, or is known: the whole does not hold.
    known.insert(ObjectIdentifier(condition))
    return switch condition.kind {
    case .tuple(let items) where items.count == 1: shown(items[0].value)
    case .attempt(.plain, let inner), .attempt(.forced, let inner), .await(let inner): shown(inner)
    case .binary(let name, let left, let right) where name.text == "&&" || name.text == "||":
      side(left) + [.maybe(range(right), side(right))]
    case .binary(_, let left, let right): operand(left) + operand(right)
    case .prefix(let name, let inner) where name.text == "!": side(inner)
    case .prefix(_, let inner), .postfix(_, let inner), .isType(let inner, _), .asType(let inner, _, _): operand(inner)
    case .ternary(let test, let first, let second):
      side(test) + [.maybe(range(first), side(first)), .maybe(range(second), side(second))]
    case .optionalChain(let inner): shown(inner)
    case .member(let base, _): operand(base, isReceiver: true)
    case .subscripted(let base, let arguments):
      operand(base, isReceiver: true) + arguments.flatMap { operand($0.value) }
    case .call(let callee, let arguments):
      (receiver(of: callee).map { operand($0, isReceiver: true) } ?? []) + arguments.flatMap { operand($0.value) }
    default: []
    }
  }

  /// A condition within one: what is compared in it, or what it is as a whole.
  private func side(_ condition: Expr) -> [Piece] {
    switch condition.kind {
    case .tuple(let items) where items.count == 1: side(items[0].value)
    case .attempt(.plain, let inner), .await(let inner): side(inner)
    case .binary, .prefix, .isType, .ternary: shown(condition)
    default: operand(condition)
    }
  }

  /// - Parameter outer: it with the parentheses around it.
  private func operand(_ expression: Expr, in outer: Expr? = nil, isReceiver: Bool = false) -> [Piece] {
    switch expression.kind {
    case .attempt(.plain, let inner), .await(let inner), .bindOptional(let inner):
      return operand(inner, isReceiver: isReceiver)
    case .tuple(let items) where items.count == 1:
      return operand(items[0].value, in: outer ?? expression, isReceiver: isReceiver)
    default:
      guard let part = add(expression) else { return [] }
      parts[part].isInline = true
      parts[part].isReceiver = isReceiver
      return [.part(part, range(outer ?? expression))]
    }
  }

  private func range(_ expression: Expr) -> Range<Int> { expression.span.start - start..<expression.span.end - start }

  // MARK: What is told below

  private func addParts(in expression: Expr) {
    for child in children(of: expression) {
      add(child)
      addParts(in: child)
    }
  }

  private func children(of expression: Expr) -> [Expr] {
    switch expression.kind {
    // What is called or read is no value by itself.
    case .call(let callee, let arguments):
      return (receiver(of: callee).map { [$0] } ?? []) + arguments.map(\.value)
    // The chain as a whole has the same text.
    case .optionalChain(let inner): return children(of: inner)
    // It changes, or is evaluated when it is asked for.
    case .inoutReference, .closure, .keyPath, .assign: return []
    default: return expression.children
    }
  }

  /// What a method is called of, or the function where that is a value.
  private func receiver(of callee: Expr) -> Expr? {
    switch callee.kind {
    case .member(let base, _): base
    case .tuple(let items) where items.count == 1: receiver(of: items[0].value)
    case .call, .subscripted, .forceUnwrap, .bindOptional: callee
    default: nil
    }
  }

  /// The number of a part; nil if there is nothing to say of it.
  @discardableResult
  private func add(_ expression: Expr) -> Int? {
    if let known = numbers[ObjectIdentifier(expression)] { return known }
    guard parts.count < Self.partsMax, !known.contains(ObjectIdentifier(expression)), saysSomething(expression) else {
      return nil
    }
    numbers[ObjectIdentifier(expression)] = parts.count
    parts.append(Part(text: file.slice(expression.span)))
    return parts.count - 1
  }

  private func saysSomething(_ expression: Expr) -> Bool {
    switch expression.type {
    case .metatype, .function: return false
    default: break
    }
    switch expression.kind {
    case .tuple(let items) where items.count == 1: return false
    case .attempt(.plain, _), .await, .bindOptional, .inoutReference, .closure, .keyPath, .assign, .implicitMember,
      .superReference, .type, .discard, .magic, .invalid, .regex:
      return false
    case .member where expression.choice?.declaration.kind == .enumCase: return false
    default: return !isLiteral(expression)
    }
  }

  /// What stands there as it is.
  private func isLiteral(_ expression: Expr) -> Bool {
    switch expression.kind {
    case .integer, .floating, .boolean, .nilLiteral, .implicitMember, .closure, .magic: true
    case .string(let segments): segments.allSatisfy { if case .text = $0 { true } else { false } }
    case .array, .dictionary, .tuple, .prefix, .binary: expression.children.allSatisfy(isLiteral)
    default: false
    }
  }
}

/// What one evaluation of a condition has seen.
final class Observations: NativeObject {
  let condition: ObservedCondition
  private var values: [(value: Value, type: Type)?]

  fileprivate init(_ condition: ObservedCondition) {
    self.condition = condition
    values = Array(repeating: nil, count: condition.parts.count)
    super.init(type: .hole)
  }

  fileprivate func note(_ part: Int, _ value: Value, _ type: Type) { values[part] = (value, type) }

  /// The condition with the values of what it compares, `(form.name → "ada") == "bob"`, and a line for each other part.
  func explain(_ machine: Machine) throws(Abort) -> (condition: String, others: [String]) {
    var texts: [String?] = []
    for value in values {
      texts.append(try value.map { value throws(Abort) in try machine.describeInside(value.value, value.type) })
    }
    var long: Set<Int> = []
    for (number, text) in texts.enumerated() where condition.parts[number].isInline {
      let own = condition.parts[number].text
      if condition.parts[number].isReceiver, let text, isOpaque(number, text) {
        long.insert(number)
      } else if let text, text.count > Self.inlineMax || text.contains("\n") || own.contains("\n") {
        long.insert(number)
      }
    }
    let line = Self.onOneLine(write(condition.pieces, 0..<condition.text.count, texts, long))
    var (told, others): (Set<String>, [String]) = ([], [])
    // Those that stand in the line come first.
    for (number, part) in condition.parts.enumerated() {
      guard let text = texts[number], told.insert("\(part.text) → \(text)").inserted,
        !part.isInline || long.contains(number), !isOpaque(number, text)
      else { continue }
      others.append("\(Self.onOneLine(part.text)) → \(Self.shortened(text))")
    }
    return (line, others)
  }

  /// An object that says no more of itself than its type.
  private func isOpaque(_ part: Int, _ text: String) -> Bool {
    guard case .instance(let instance)? = values[part]?.value.unwrapped?.unboxed else { return false }
    let own = text.hasPrefix("Optional(") ? text.dropFirst("Optional(".count).dropLast() : text[...]
    return own.hasSuffix("." + instance.type.name)
  }

  private func write(
    _ pieces: [ObservedCondition.Piece], _ range: Range<Int>, _ texts: [String?], _ long: Set<Int>
  ) -> String {
    var text = ""
    var end = range.lowerBound
    func plain(upTo place: Int) {
      text += String(decoding: condition.text[end..<place], as: UTF8.self)
    }
    for piece in pieces {
      switch piece {
      case .part(let number, let place):
        guard place.lowerBound >= end, let value = texts[number], !long.contains(number) else { continue }
        plain(upTo: place.lowerBound)
        text += "(\(condition.parts[number].text) → \(value))"
        end = place.upperBound
      case .maybe(let place, let inner):
        guard place.lowerBound >= end else { continue }
        plain(upTo: place.lowerBound)
        let own = String(decoding: condition.text[place], as: UTF8.self)
        text += isSkipped(inner, texts) ? "(\(own) → not evaluated)" : write(inner, place, texts, long)
        end = place.upperBound
      }
    }
    plain(upTo: range.upperBound)
    return text
  }

  /// Whether nothing of it was evaluated.
  private func isSkipped(_ pieces: [ObservedCondition.Piece], _ texts: [String?]) -> Bool {
    !pieces.isEmpty
      && pieces.allSatisfy { piece in
        switch piece {
        case .part(let number, _): texts[number] == nil
        case .maybe(_, let inner): inner.isEmpty || isSkipped(inner, texts)
        }
      }
  }

  // MARK: Length

  private static let inlineMax = 60
  private static let lengthMax = 300

  private static func shortened(_ text: String) -> String {
    let line = onOneLine(text)
    guard line.count > lengthMax else { return line }
    return "\(line.prefix(lengthMax))… (\(line.count) characters)"
  }

  private static func onOneLine(_ text: String) -> String {
    guard text.contains("\n") else { return text }
    return text.split(separator: "\n").map { $0.trimmingSpaces }.joined(separator: " ")
  }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    var rest = self.drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}

/// What was seen of the condition that is judged next.
final class LastObservations: LibraryState {
  var observations: Observations?

  func take() -> Observations? {
    defer { observations = nil }
    return observations
  }
}
