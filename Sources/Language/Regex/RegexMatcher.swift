/// What a matcher asks for when it works: it can take very long, and remember very much.
struct RegexBudget {
  let spend: (_ steps: Int) throws(Abort) -> Void
  let grow: (_ count: Int, _ addition: Int, _ bytes: Int) throws(Abort) -> Void
}

/// Where a pattern has matched, and its groups.
struct RegexMatch {
  let range: Range<Int>
  let groups: [Range<Int>?]
}

/// Runs the instructions of a pattern over a text. Ways that were left open stand on a stack, and beside them what has to be
/// put back before they are taken.
struct RegexMatcher {
  private enum Entry {
    case way(to: Int, at: Int)
    /// Every position between two is a way.
    case ways(to: Int, from: Int, through: Int)
    case opened(Int, was: Int)
    case group(Int, was: Range<Int>?)
    case register(Int, was: Int)
  }

  private let program: RegexProgram
  private let budget: RegexBudget
  private(set) var text: RegexText
  private var stack: [Entry] = []
  /// How many of the stack are ways: without any, nothing has to be put back.
  private var wayCount = 0
  private var opened: [Int]
  private var groups: [Range<Int>?]
  private var registers: [Int]
  private var work = 0

  init(_ program: RegexProgram, _ text: String, _ budget: RegexBudget) throws(Abort) {
    self.program = program
    self.budget = budget
    try budget.grow(text.utf8.count, text.utf8.count, 1)
    self.text = RegexText(text)
    opened = Array(repeating: 0, count: program.groupCount)
    groups = Array(repeating: nil, count: program.groupCount)
    registers = Array(repeating: 0, count: program.registerCount)
  }

  // MARK: Finding

  mutating func prefix() throws(Abort) -> RegexMatch? { try match(at: 0, searchedFrom: 0) }
  mutating func whole() throws(Abort) -> RegexMatch? { try match(at: 0, searchedFrom: 0, isWhole: true) }

  mutating func first(from start: Int = 0) throws(Abort) -> RegexMatch? {
    var position = start
    while true {
      if try canBegin(at: position), let match = try match(at: position, searchedFrom: start) { return match }
      guard position < text.end, !program.onlyAtStart else {
        try settle()
        return nil
      }
      position = text.end(after: position)
    }
  }

  /// All that do not overlap, as long as more are wanted.
  mutating func all(_ found: (RegexMatch) throws(Abort) -> Bool) throws(Abort) {
    var start = 0
    while let match = try first(from: start) {
      guard try found(match) else { return }
      let end = match.range.upperBound
      if match.range.isEmpty {
        guard end < text.end else { return }
        start = text.end(after: end)
      } else {
        start = end
      }
    }
  }

  private mutating func canBegin(at position: Int) throws(Abort) -> Bool {
    guard let first = program.first else { return true }
    try count()
    return position < text.end && end(of: first, at: position) != nil
  }

  // MARK: The budget

  /// Some instructions are about as much work as one step of a program.
  private static let workPerStep = 8
  private static let batch = 4096
  private static let entriesPerGrowth = 4096

  @inline(__always)
  private mutating func count() throws(Abort) {
    work += 1
    if work >= Self.batch { try settle() }
  }

  private mutating func settle() throws(Abort) {
    let steps = work / Self.workPerStep
    work = 0
    try budget.spend(steps)
  }

  @inline(__always)
  private mutating func push(_ entry: Entry) throws(Abort) {
    stack.append(entry)
    if stack.count % Self.entriesPerGrowth == 0 {
      try budget.grow(stack.count, Self.entriesPerGrowth, MemoryLayout<Entry>.stride)
    }
  }

  // MARK: Instructions

  private mutating func match(at start: Int, searchedFrom: Int, isWhole: Bool = false) throws(Abort) -> RegexMatch? {
    stack.removeAll(keepingCapacity: true)
    wayCount = 0
    for group in groups.indices { groups[group] = nil }
    var next = RegexProgram.start
    var position = start
    while true {
      try count()
      let hasMatched: Bool
      switch program.instructions[next] {
      case .element(let element):
        if position < text.end, let end = end(of: element, at: position) {
          position = end
          hasMatched = true
        } else {
          hasMatched = false
        }
      case .repeated(let element, let low, let high, let isPossessive):
        hasMatched = try repeats(element, low, high, isPossessive, at: &position, next: next)
      case .assertion(let assertion): hasMatched = holds(assertion, at: position, searchedFrom: searchedFrom)
      case .backreference(let group):
        if let range = groups[group], let end = try end(of: range, at: position) {
          position = end
          hasMatched = true
        } else {
          hasMatched = false
        }
      case .open(let group):
        if wayCount > 0 { try push(.opened(group, was: opened[group])) }
        opened[group] = position
        hasMatched = true
      case .close(let group):
        if wayCount > 0 { try push(.group(group, was: groups[group])) }
        groups[group] = opened[group]..<position
        hasMatched = true
      case .jump(let target):
        next = target
        continue
      case .split(let first, let second):
        try push(.way(to: second, at: position))
        wayCount += 1
        next = first
        continue
      case .drop:
        _ = dropWay()
        hasMatched = true
      case .fail: hasMatched = false
      case .commit(let second, let goesBack):
        let start = dropWays(to: second)
        if goesBack { position = start }
        next = second
        hasMatched = true
      case .refuse(let second):
        _ = dropWays(to: second)
        hasMatched = false
      case .set(let register, let value):
        try set(register, to: value)
        hasMatched = true
      case .keepPosition(let register):
        try set(register, to: position)
        hasMatched = true
      case .countDown(let register, let target):
        if registers[register] == 0 {
          next = target
          continue
        }
        try set(register, to: registers[register] - 1)
        hasMatched = true
      case .jumpIfUnmoved(let register, let target):
        if registers[register] == position {
          next = target
          continue
        }
        hasMatched = true
      case .accept:
        if !isWhole || position == text.end { return RegexMatch(range: start..<position, groups: groups) }
        hasMatched = false
      }
      if hasMatched {
        next += 1
      } else if let way = goBack() {
        (next, position) = way
      } else {
        return nil
      }
    }
  }

  private mutating func set(_ register: Int, to value: Int) throws(Abort) {
    if wayCount > 0 { try push(.register(register, was: registers[register])) }
    registers[register] = value
  }

  // MARK: Ways

  /// Takes the last way that was left open.
  private mutating func goBack() -> (next: Int, position: Int)? {
    while let entry = stack.popLast() {
      switch entry {
      case .way(let target, let position):
        wayCount -= 1
        return (target, position)
      case .ways(let target, let first, let last):
        if first < last {
          stack.append(.ways(to: target, from: first, through: text.start(before: last)))
        } else {
          wayCount -= 1
        }
        return (target, last)
      case .opened(let group, let was): opened[group] = was
      case .group(let group, let was): groups[group] = was
      case .register(let register, let was): registers[register] = was
      }
    }
    return nil
  }

  /// Gives up the last way. What was to be put back before it was taken is put back before those that are left.
  private mutating func dropWay() -> (to: Int, at: Int)? {
    var place = stack.count
    while place > 0 {
      place -= 1
      work += 1
      switch stack[place] {
      case .way(let target, let position):
        removeWay(place)
        return (target, position)
      case .ways(let target, _, let last):
        removeWay(place)
        return (target, last)
      case .opened, .group, .register: continue
      }
    }
    return nil
  }

  private mutating func removeWay(_ place: Int) {
    wayCount -= 1
    if wayCount == 0 { stack.removeAll(keepingCapacity: true) } else { stack.remove(at: place) }
  }

  /// - Returns: where the way began that led there.
  private mutating func dropWays(to target: Int) -> Int {
    var kept = stack.count
    // What is to be put back moves down to where the ways stood.
    var place = stack.count
    while place > 0 {
      place -= 1
      work += 1
      switch stack[place] {
      case .way(let to, let position):
        wayCount -= 1
        if to == target {
          stack.removeSubrange(place..<kept)
          if wayCount == 0 { stack.removeAll(keepingCapacity: true) }
          return position
        }
      case .ways: wayCount -= 1
      case .opened, .group, .register:
        kept -= 1
        stack.swapAt(place, kept)
      }
    }
    return 0
  }

  // MARK: Characters

  /// Where the character ends that begins here, if the element stands for it.
  @inline(__always)
  private mutating func end(of element: RegexElement, at position: Int) -> Int? {
    switch element {
    case .ascii(let byte): return text.bytes[position] == byte && text.isASCII(at: position) ? position + 1 : nil
    case .any: return text.end(after: position)
    case .anyButNewline:
      let end = text.end(after: position)
      return text.isNewline(from: position, to: end) ? nil : end
    case .set(let set):
      if text.isASCII(at: position) {
        let byte = text.bytes[position]
        return (set.contains(ascii: byte) ?? found(byte, in: set)) ? position + 1 : nil
      }
      return end(of: set, at: position)
    case .character(let character):
      let end = text.end(after: position)
      return text.character(from: position, to: end).isSame(as: character) ? end : nil
    case .folded(let small):
      let end = text.end(after: position)
      return text.character(from: position, to: end).lowercased() == small ? end : nil
    }
  }

  private mutating func found(_ byte: UInt8, in set: RegexSet) -> Bool {
    work += set.cost
    return set.find(ascii: byte)
  }

  private mutating func end(of set: RegexSet, at position: Int) -> Int? {
    let end = text.end(after: position)
    work += (end - position) / 4
    let character = text.character(from: position, to: end)
    if let isMember = set.contains(character) { return isMember ? end : nil }
    work += set.cost
    return set.find(character) ? end : nil
  }

  private mutating func repeats(
    _ element: RegexElement, _ low: Int, _ high: Int, _ isPossessive: Bool, at position: inout Int, next: Int
  ) throws(Abort) -> Bool {
    var times = 0
    // Where it may end: after `low` times, and so on until one time less than it has matched.
    var (first, last) = (position, position)
    while times < high, position < text.end, let end = end(of: element, at: position) {
      try count()
      times += 1
      last = position
      position = end
      if times == low { first = end }
    }
    guard times >= low else { return false }
    if times > low, !isPossessive {
      try push(.ways(to: next + 1, from: first, through: last))
      wayCount += 1
    }
    return true
  }

  /// The same text once more.
  private mutating func end(of range: Range<Int>, at position: Int) throws(Abort) -> Int? {
    var (wanted, own) = (range.lowerBound, position)
    while wanted < range.upperBound {
      guard own < text.end else { return nil }
      try count()
      let (wantedEnd, ownEnd) = (text.end(after: wanted), text.end(after: own))
      guard text.character(from: wanted, to: wantedEnd).isSame(as: text.character(from: own, to: ownEnd)) else {
        return nil
      }
      (wanted, own) = (wantedEnd, ownEnd)
    }
    return own
  }

  private mutating func holds(_ assertion: RegexAssertion, at position: Int, searchedFrom: Int) -> Bool {
    switch assertion {
    case .textStart: return position == 0
    case .textEnd: return position == text.end
    case .textEndBeforeNewline:
      if position == text.end { return true }
      let end = text.end(after: position)
      return end == text.end && text.isNewline(from: position, to: end)
    case .lineStart: return position == 0 || text.isNewline(from: text.start(before: position), to: position)
    case .lineEnd: return position == text.end || text.isNewline(from: position, to: text.end(after: position))
    case .searchStart: return position == searchedFrom
    case .wordBoundary: return text.isWordBoundary(position)
    case .noWordBoundary: return !text.isWordBoundary(position)
    case .never: return false
    }
  }
}
