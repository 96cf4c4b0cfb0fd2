/// What a matcher does, step by step.
enum RegexInstruction {
  case element(RegexElement)
  /// An element as often as it goes; `low` times at least.
  case repeated(RegexElement, low: Int, high: Int, isPossessive: Bool)
  case assertion(RegexAssertion)
  case backreference(Int)
  case open(Int)
  case close(Int)
  case jump(Int)
  /// Goes on at `first`, and at `second` if that fails.
  case split(first: Int, second: Int)
  /// Gives up the last way that was left open.
  case drop
  case fail
  /// What began with a split has matched: gives up all ways that were left open in it, the one to `second` too, and goes on
  /// behind that; from where the split stood, if it was only to look ahead.
  case commit(second: Int, goesBack: Bool)
  /// The same for what must not match: fails.
  case refuse(second: Int)
  case set(register: Int, to: Int)
  case keepPosition(register: Int)
  /// Counts down; jumps at zero.
  case countDown(register: Int, orJump: Int)
  /// Jumps if nothing was matched since the position was kept.
  case jumpIfUnmoved(register: Int, to: Int)
  case accept
}

/// What matches one character, without any choice.
enum RegexElement {
  case ascii(UInt8)
  case character(Character)
  /// A character in small letters, whatever the text has.
  case folded(String)
  case any
  case anyButNewline
  case set(RegexSet)
}

/// The instructions for a pattern.
struct RegexProgram {
  static let start = 1
  fileprivate(set) var instructions: [RegexInstruction] = []
  fileprivate(set) var registerCount = 0
  let groupCount: Int
  let onlyAtStart: Bool
  /// With which every match begins: most places are passed over without a start of the instructions.
  let first: RegexElement?

  init(_ pattern: RegexPattern) throws(RegexFailure) {
    groupCount = pattern.groups.count
    onlyAtStart = pattern.root.onlyAtStart == true
    var compiler = RegexCompiler(groups: pattern.groups)
    try compiler.compile(pattern.root)
    compiler.add(.accept)
    instructions = compiler.instructions
    registerCount = compiler.registerCount
    first = Self.first(of: instructions)
  }

  private static func first(of instructions: [RegexInstruction]) -> RegexElement? {
    for instruction in instructions.dropFirst() {
      switch instruction {
      case .open: continue
      case .element(let element): return element
      case .repeated(let element, let low, _, _): return low > 0 ? element : nil
      default: return nil
      }
    }
    return nil
  }
}

private struct RegexCompiler {
  let groups: [RegexPattern.Group]
  /// The first is for ways that lead nowhere.
  var instructions: [RegexInstruction] = [.fail]
  var registerCount = 0

  init(groups: [RegexPattern.Group]) { self.groups = groups }

  private var here: Int { instructions.count }

  mutating func add(_ instruction: RegexInstruction) { instructions.append(instruction) }

  /// An instruction whose target is known later.
  private mutating func hold() -> Int {
    add(.fail)
    return here - 1
  }

  private mutating func makeRegister() -> Int {
    registerCount += 1
    return registerCount - 1
  }

  mutating func compile(_ node: RegexNode) throws(RegexFailure) {
    switch node {
    case .empty: break
    case .literal(let text, let ignoresCase):
      for character in text { add(.element(Self.element(character, ignoresCase: ignoresCase))) }
    case .any(let matchesNewlines): add(.element(matchesNewlines ? .any : .anyButNewline))
    case .set(let set): add(.element(.set(set)))
    case .assertion(let assertion): add(.assertion(assertion))
    case .backreference(.number(let number)): try refer(to: groups.indices.contains(number) ? number : nil)
    case .backreference(.name(let name)): try refer(to: groups.firstIndex { $0.name == name })
    case .group(let content, let capture):
      if let capture { add(.open(capture)) }
      try compile(content)
      if let capture { add(.close(capture)) }
    case .atomic(let content): try compileCommitted(content, goesBack: false)
    case .lookahead(let content, isNegative: false): try compileCommitted(content, goesBack: true)
    case .lookahead(let content, isNegative: true): try compileNegative(content)
    case .sequence(let parts): for part in parts { try compile(part) }
    case .choice(let parts): try compileChoice(parts)
    case .repetition(let content, let repetition): try compileRepetition(content, repetition)
    }
  }

  private mutating func refer(to group: Int?) throws(RegexFailure) {
    guard let group else { throw RegexFailure("Found a reference used before it captured any match.") }
    add(.backreference(group))
  }

  private static func element(_ character: Character, ignoresCase: Bool) -> RegexElement {
    if ignoresCase, character.isCased { return .folded(character.lowercased()) }
    let bytes = character.utf8
    if bytes.count == 1, let byte = bytes.first { return .ascii(byte) }
    return .character(character)
  }

  private mutating func compileCommitted(_ content: RegexNode, goesBack: Bool) throws(RegexFailure) {
    let split = hold()
    try compile(content)
    let commit = hold()
    instructions[split] = .split(first: split + 1, second: here)
    instructions[commit] = .commit(second: here, goesBack: goesBack)
    add(.fail)
  }

  private mutating func compileNegative(_ content: RegexNode) throws(RegexFailure) {
    let split = hold()
    try compile(content)
    let refuse = hold()
    instructions[split] = .split(first: split + 1, second: here)
    instructions[refuse] = .refuse(second: here)
  }

  private mutating func compileChoice(_ parts: [RegexNode]) throws(RegexFailure) {
    var jumps: [Int] = []
    for part in parts.dropLast() {
      let split = hold()
      try compile(part)
      jumps.append(hold())
      instructions[split] = .split(first: split + 1, second: here)
    }
    if let last = parts.last { try compile(last) }
    for jump in jumps { instructions[jump] = .jump(here) }
  }

  // MARK: Repetitions

  /// The element that a node is, if it is one.
  private func element(_ node: RegexNode) -> RegexElement? {
    switch node {
    case .literal(let text, let ignoresCase):
      text.count == 1 ? text.first.map { Self.element($0, ignoresCase: ignoresCase) } : nil
    case .any(let matchesNewlines): matchesNewlines ? .any : .anyButNewline
    case .set(let set): .set(set)
    case .group(let content, capture: nil): element(content)
    default: nil
    }
  }

  /// ```
  ///          set minimum, set extra
  /// minimum: countDown minimum, or jump to extra
  /// body:    keepPosition
  ///          the content
  ///          jumpIfUnmoved to exit
  ///          jump to minimum
  /// extra:   countDown extra, or jump to exit
  ///          split body, exit        (reluctant: exit, body)
  /// exit:
  /// ```
  /// What the bounds make unnecessary is left out. Of a possessive one, each turn gives up what the one before left open.
  private mutating func compileRepetition(_ content: RegexNode, _ repetition: RegexRepetition) throws(RegexFailure) {
    let (low, high) = (repetition.low, repetition.high)
    if high == 0 { return }
    if repetition.kind != .reluctant, let element = element(content) {
      add(.repeated(element, low: low, high: high ?? .max, isPossessive: repetition.kind == .possessive))
      return
    }
    let extraCount = high.map { $0 - low }
    let minimum = low > 1 ? makeRegister() : nil
    let extra = (extraCount ?? 0) > 0 ? makeRegister() : nil
    if let minimum { add(.set(register: minimum, to: low)) }
    if let extra, let extraCount { add(.set(register: extra, to: extraCount)) }
    // What a turn of a possessive one gives up; of the first turn this.
    let nothing = repetition.kind == .possessive ? hold() : nil
    let toExtra = low == 1 ? nil : hold()
    let body = here
    let start = high == nil && !content.alwaysAdvances ? makeRegister() : nil
    if let start { add(.keepPosition(register: start)) }
    try compile(content)
    let unmoved = start == nil ? nil : hold()
    if let toExtra, minimum != nil { add(.jump(toExtra)) }
    if let toExtra {
      instructions[toExtra] = minimum.map { .countDown(register: $0, orJump: here) } ?? .jump(here)
    }
    let counted = extra == nil ? nil : hold()
    if extraCount != 0 {
      if repetition.kind == .possessive { add(.drop) }
      add(repetition.kind == .reluctant ? .split(first: here + 1, second: body) : .split(first: body, second: here + 1))
    }
    if let counted, let extra { instructions[counted] = .countDown(register: extra, orJump: here) }
    if let unmoved, let start { instructions[unmoved] = .jumpIfUnmoved(register: start, to: here) }
    if let nothing { instructions[nothing] = .split(first: nothing + 1, second: 0) }
  }
}
