/// A `Regex`. The checker has found the type of its output from the literal's groups.
final class RegexObject: NativeObject {
  let program: RegexProgram
  private let pattern: String
  private let changes: RegexOptionChanges

  convenience init(pattern: String, type: Type) throws(RegexFailure) {
    try self.init(pattern, RegexOptionChanges(), type)
  }

  private init(_ pattern: String, _ changes: RegexOptionChanges, _ type: Type) throws(RegexFailure) {
    program = try RegexProgram(RegexPattern(pattern, options: changes.options))
    self.pattern = pattern
    self.changes = changes
    super.init(type: type)
  }

  /// The same pattern with an option that holds where it does not say otherwise.
  func changing(_ option: RegexOptions, to isOn: Bool, type: Type) throws(RegexFailure) -> RegexObject {
    var changes = changes
    changes.add(option, isOn)
    return try RegexObject(pattern, changes, type)
  }
}

/// What was asked for by `ignoresCase()` and its like: each is put around what there is, so the first of one kind decides.
private struct RegexOptionChanges {
  private(set) var options: RegexOptions = []
  private var decided: RegexOptions = []

  mutating func add(_ option: RegexOptions, _ isOn: Bool) {
    if isOn, !decided.contains(option) { options.insert(option) }
    decided.insert(option)
  }
}

/// A match: what was captured, and where.
final class RegexMatchObject: NativeObject {
  let output: Value
  let range: Range<Int>

  /// - Parameter text: that was searched: a part of another has the indices of that.
  init(_ match: RegexMatch, in text: Value, type: Type) {
    let start = text.textStart
    range = match.range.lowerBound + start..<match.range.upperBound + start
    let captured = ([match.range] + match.groups).map { $0.map { text.textPart($0) } ?? .null }
    let output = type.argument(0)
    switch output {
    case .tuple(let elements):
      self.output = .tuple(
        Tuple(captured, labels: elements.contains { $0.label != nil } ? elements.map(\.label) : []))
    case let type where type.libraryName == "AnyRegexOutput": self.output = .array(captured)
    default: self.output = captured.first ?? .null
    }
    super.init(type: type)
  }
}

extension Value {
  /// An element of a tuple, or of what a match of a regular expression captured.
  func tupleElement(_ index: Int) -> Value {
    switch self {
    case .tuple(let tuple): return tuple.elements.indices.contains(index) ? tuple.elements[index] : .void
    case .native(let match as RegexMatchObject):
      if case .tuple = match.output { return match.output.tupleElement(index) }
      return match.output
    default: return .void
    }
  }
}
