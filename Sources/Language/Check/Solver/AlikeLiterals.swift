/// Long tables of literals: elements that are written alike are one question, however many they are.
///
/// In `[[1, 2.5], [3, 4.5], …]` nothing can tell one element from another: each is an array of a whole number and a fraction
/// that has to become what the table holds. So one of each shape is asked about, and the others are what it is.
extension ConstraintSystem {
  /// Shorter lists are asked about element by element, so that each that does not fit gets a message of its own.
  static let alikeMin = 16

  /// What remains to be asked about: those that are like none before, and after them the others, each with its prototype.
  func divideAlike(_ elements: [Expr]) -> (first: [Expr], others: [(Expr, like: Expr)]) {
    guard elements.count >= Self.alikeMin, !isDiagnosing else { return (elements, []) }
    var first: [Expr] = []
    var others: [(Expr, like: Expr)] = []
    var prototypes: [String: Expr] = [:]
    for element in elements {
      guard let shape = element.literalShape else {
        first.append(element)
        continue
      }
      if let prototype = prototypes[shape] {
        others.append((element, like: prototype))
      } else {
        prototypes[shape] = element
        first.append(element)
      }
    }
    return (first, others)
  }

  /// Everything in the expression is what stands in the same place of its prototype, which has been generated.
  func generate(_ expression: Expr, like prototype: Expr) {
    _ = record(expression, type(of: prototype))
    switch (expression.kind, prototype.kind) {
    case (.array(let elements), .array(let known)): generate(elements, like: known)
    case (.dictionary(let pairs), .dictionary(let known)):
      generate(pairs.map(\.key), like: known.map(\.key))
      generate(pairs.map(\.value), like: known.map(\.value))
    case (.tuple(let items), .tuple(let known)):
      for (item, other) in zip(items, known) { generate(item.value, like: other.value) }
    default: break
    }
  }

  private func generate(_ elements: [Expr], like known: [Expr]) {
    var prototypes: [String: Expr] = [:]
    for other in known {
      if let shape = other.literalShape, prototypes[shape] == nil { prototypes[shape] = other }
    }
    for element in elements {
      if let shape = element.literalShape, let prototype = prototypes[shape] { generate(element, like: prototype) }
    }
  }
}

extension Expr {
  /// What is written, without the values: the same for two expressions that consist of literals of the same kinds. Nil where
  /// there is more to it than literals, or where an element is wanted to tell what the collection is.
  fileprivate var literalShape: String? {
    var shape = ""
    return append(to: &shape) ? shape : nil
  }

  private func append(to shape: inout String) -> Bool {
    switch kind {
    case .integer(.some): shape += "i"
    case .floating: shape += "f"
    case .boolean: shape += "b"
    case .string(let segments):
      if segments.isEmpty {
        shape += "s"
      } else {
        guard segments.count == 1, case .text(let text) = segments[0] else { return false }
        // It can be a `Character` too.
        shape += text.count == 1 ? "c" : "s"
      }
    case .array(let elements):
      guard !elements.isEmpty else { return false }
      shape += "["
      guard Expr.append(elements, to: &shape) else { return false }
      shape += "]"
    case .dictionary(let pairs):
      guard !pairs.isEmpty else { return false }
      shape += "{"
      guard Expr.append(pairs.map(\.key), to: &shape) else { return false }
      shape += ":"
      guard Expr.append(pairs.map(\.value), to: &shape) else { return false }
      shape += "}"
    case .tuple(let items):
      guard !items.isEmpty else { return false }
      shape += "("
      for item in items {
        shape += item.label ?? ""
        shape += " "
        guard item.value.append(to: &shape) else { return false }
      }
      shape += ")"
    default: return false
    }
    return true
  }

  /// How many elements of a shape there are does not matter.
  private static func append(_ elements: [Expr], to shape: inout String) -> Bool {
    var shapes: Set<String> = []
    for element in elements {
      var one = ""
      guard element.append(to: &one) else { return false }
      if shapes.insert(one).inserted { shape += one }
    }
    return true
  }
}
