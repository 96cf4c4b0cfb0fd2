// A session as a test: what was done, and of what was seen what holds whenever it is done again.
import Wire

struct SavedTest {
  typealias SeenValue = SessionRecord.SeenValue

  struct Step: Equatable {
    enum Work: Equatable {
      case swift(String)
      /// A bare expression.
      case value(String, SeenValue)
      case command(String)
      case pause(Duration)
      /// A value that a path was seen to have.
      case look(String, JSONValue)
      case printed([String])
      case comment(String)
    }

    var work: Work
    /// What the results were named in the session.
    var results: [String] = []
    /// Whether it was no part of the session, but must be there for it.
    var isPreparation = false
    /// What an expectation says of a subject, best first.
    var claims: [Claim] = []
    /// Why nothing is expected here.
    var remark: String?
    /// Why it is not done in the test.
    var failure: String?
    /// A pause in which nothing can happen.
    var isIdle = false
    /// What it was done again with did not do as it had: it was refused, or had another value.
    var differs = false
    /// The value is expected of what the expression gave, and not of the expression.
    var isApart = false

    init(_ work: Work, results: [String] = [], isPreparation: Bool = false) {
      (self.work, self.results, self.isPreparation) = (work, results, isPreparation)
    }
  }

  /// What is expected of a value.
  enum Claim: Equatable {
    case equals(String)
    case isNaN
    /// - Parameter source: its description, as Swift writes it.
    case describes(_ source: String)
    case counts(Int)

    func expectation(of expression: String) -> String {
      switch self {
      case .equals(let source): "#expect(\(SavedTest.subject(expression)) == \(source))"
      case .isNaN: "#expect(\(SavedTest.receiver(expression)).isNaN)"
      case .describes(let text): "#expect(String(describing: \(expression)) == \(text))"
      case .counts(let count): "#expect(\(SavedTest.receiver(expression)).count == \(count))"
      }
    }
  }

  struct Line: Equatable {
    var text: String
    /// The step that it is of.
    var step: Int?
    var isExpectation = false
  }

  var steps: [Step]
  /// Whether every step is a program of its own, where together they are none.
  var isDivided = false
  /// Whether pauses are kept in which nothing can happen: what measures time heeds them.
  var keepsPauses = false
  var pauseMax: Duration?
  /// So many of the first steps have been rehearsed.
  var rehearsed = 0
  /// Whether comments tell no values: something is secret, and nobody knows what was derived from it.
  var hidesValues = false

  init(steps: [Step] = []) { self.steps = steps }

  // MARK: What was noted

  /// The steps of a record. What was seen at one moment comes behind what was printed then, each path once.
  init(_ notes: some Collection<SessionRecord.Item>) {
    steps = []
    var looks: [Step] = []
    func same(_ step: Step, _ path: String) -> Bool { if case .look(path, _) = step.work { true } else { false } }
    for item in notes {
      switch item {
      case .saw(let path, let value):
        let look = Step(.look(path, value))
        if let seen = looks.firstIndex(where: { same($0, path) }) { looks[seen] = look } else { looks.append(look) }
        continue
      case .printed(let text):
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if case .printed(let before)? = steps.last?.work {
          steps[steps.count - 1].work = .printed(before + lines)
        } else {
          steps.append(Step(.printed(lines)))
        }
        continue
      default: break
      }
      steps += looks
      looks = []
      switch item {
      case .swift(let text, let results): steps.append(Step(.swift(text), results: results))
      case .value(let value, let expression): steps.append(Step(.value(expression, value), results: [value.name]))
      case .command(let text): steps.append(Step(.command(text)))
      case .comment(let text): steps.append(Step(.comment(text)))
      case .pause(let time): steps.append(Step(.pause(time)))
      case .saw, .printed: break
      }
    }
    steps += looks
  }

  // MARK: Rehearsing

  /// The longest time that passes between two steps.
  var longestPause: Duration {
    steps.map { if case .pause(let time) = $0.work { time } else { .zero } }.max() ?? .zero
  }

  /// Does all steps, or those for which there is time, and finds out what can be expected of each.
  /// - Parameter each: called before each.
  mutating func rehearse(_ rehearsal: Rehearsal, each: () -> Void) {
    var names = ResultNames()
    while rehearsed < steps.count, !rehearsal.isCutOff {
      each()
      rehearse(rehearsed, rehearsal, &names)
      if !rehearsal.isCutOff { rehearsed += 1 }
    }
  }

  /// Leaves out what there was no time to rehearse.
  mutating func leaveUnrehearsed() {
    let count = steps[rehearsed...].count { step in
      switch step.work {
      case .swift, .value, .command: true
      default: false
      }
    }
    guard count > 0 else { return }
    steps.removeSubrange(rehearsed...)
    steps.append(
      Step(
        .comment(
          "left out: the last \(count == 1 ? "step" : "\(count) steps"), since the session takes longer than 10 seconds"
        )))
  }

  mutating func rehearse(_ index: Int, _ rehearsal: Rehearsal, _ names: inout ResultNames) {
    var step = steps[index]
    func perform(_ entry: String) -> Rehearsal.Outcome {
      let outcome = rehearsal.perform(entry)
      step.failure = outcome.complaints.first.map(Self.reason)
      return outcome
    }
    switch step.work {
    case .swift(let text):
      let outcome = perform(names.renaming(text))
      if step.failure == nil {
        names.add(step.results, outcome.values.map(\.name))
      } else if !outcome.failedExpectations.isEmpty {
        // What held there and does not here is no more than a comment; the rest is done.
        let places = outcome.failedExpectations.map { (line: $0.line, column: $0.column) }
        step.work = .swift(SessionRecord.silencing(places, in: text))
        step.failure = nil
        step.remark = nil
        names.add(step.results, outcome.values.map(\.name))
      }
    case .value(let expression, let seen):
      var outcome = perform(names.renaming(expression))
      // Looking at a path does nothing, so that it can be done again.
      if let value = outcome.values.first, !Self.isSame(value, seen), Namespaces.path(expression) != nil,
        let late = lookLater(seen, expression, behind: index, rehearsal)
      {
        outcome = late
      }
      names.add(step.results, outcome.values.map(\.name))
      if step.failure == nil { claim(outcome.values.first, seen, outcome.values.first?.name ?? "", &step, rehearsal) }
    case .look(let path, let value):
      let subject = Self.expression(of: path)
      let outcome = rehearsal.perform(subject)
      let seen = SeenValue(name: "", type: "", text: "", value: value)
      if let complaint = outcome.complaints.first {
        step.remark = "no expression of Swift says it here: " + Self.reason(complaint)
      } else {
        claim(outcome.values.first, seen, subject, &step, rehearsal)
      }
    case .command(let text):
      _ = perform(":" + names.renaming(text))
    case .pause(let time):
      let outcome = perform(":clock " + SessionRecord.spelled(min(time, pauseMax ?? time)))
      if let move = outcome.move { step.isIdle = move.fired == 0 && (move.waiting == 0 || time == .zero) }
    case .printed, .comment: break
    }
    if step.failure != nil { step.differs = true }
    // What was interrupted says nothing.
    if !rehearsal.isCutOff { steps[index] = step }
  }

  /// How many steps were otherwise than in the session.
  var differences: Int { steps.count(where: \.differs) }

  /// Where something may have been done by somebody else that made the first difference: before the step that is otherwise, or
  /// what was done before that.
  var placesBeforeDifference: [Int] {
    guard let first = steps.firstIndex(where: \.differs) else { return [] }
    return steps[...first].indices.reversed().filter { index in
      switch steps[index].work {
      case .swift, .value, .command: !steps[index].isPreparation
      case .pause, .look, .printed, .comment: false
      }
    }
  }

  /// What had come when it was looked at may come a little later here: how long something took is measured from its answer on.
  private mutating func lookLater(
    _ seen: SeenValue, _ expression: String, behind index: Int, _ rehearsal: Rehearsal
  ) -> Rehearsal.Outcome? {
    guard index > 0, case .pause(let time) = steps[index - 1].work else { return nil }
    for tries in 1...Self.triesMax {
      guard let move = rehearsal.perform(":clock 10ms").move, move.fired > 0 || move.waiting > 0 else { return nil }
      let outcome = rehearsal.perform(expression)
      if let value = outcome.values.first, Self.isSame(value, seen) {
        steps[index - 1].work = .pause(min(time, pauseMax ?? time) + .milliseconds(10 * tries))
        steps[index - 1].isIdle = false
        return outcome
      }
    }
    return nil
  }

  private static let triesMax = 3

  /// Chooses what can be expected of a value that came as it was seen.
  private func claim(
    _ value: EvaluatedValue?, _ seen: SeenValue, _ subject: String, _ step: inout Step, _ rehearsal: Rehearsal
  ) {
    guard let value else {
      step.differs = true
      step.remark = "it has no value here"
      return
    }
    guard Self.isSame(value, seen) else {
      step.differs = true
      step.remark = (hidesValues ? "was another value" : "was \(Self.brief(seen))") + ", and is something else here"
      return
    }
    var claims: [Claim] = []
    if let source = value.source { claims.append(.equals(source)) }
    if value.text == "nan" { claims.append(.isNaN) }
    if let text = value.description { claims.append(.describes(text)) }
    switch value.value {
    case .array(let elements): claims.append(.counts(elements.count))
    case .object(let members): claims.append(.counts(members.count))
    default: break
    }
    step.claims = claims.filter { rehearsal.holds($0.expectation(of: subject)) }
    if step.claims.isEmpty { step.remark = "nothing to compare a value of type \(value.type) with" }
  }

  private static func isSame(_ value: EvaluatedValue, _ seen: SeenValue) -> Bool {
    // Of a path only the data is known.
    guard !seen.type.isEmpty else { return value.value == seen.value }
    guard value.type == seen.type else { return false }
    return value.text == seen.text || value.value != nil && value.value == seen.value
  }

  // MARK: Writing

  /// The lines of the test, each with the step that it is of.
  func lines(_ head: [String]) -> [Line] {
    var lines = head.map { Line(text: $0) }
    var names = ResultNames()
    var isUndone = false
    let used = Set(
      steps.flatMap { step -> [String] in
        switch step.work {
        case .swift(let text), .value(let text, _), .command(let text): ResultNames.used(in: text)
        default: []
        }
      })
    // What has a name only because it has been done is known to the next program.
    func separate(before text: String) {
      guard isDivided || !ResultNames.used(in: text).isEmpty, let last = lines.last, last.step != nil,
        !last.text.hasPrefix(":"), !last.text.isEmpty
      else { return }
      lines.append(Line(text: ":clock 0s"))
    }
    // What is expected of a result comes behind what was printed on the way to it.
    var behindPrinted: Line?
    func finish() {
      guard let line = behindPrinted else { return }
      behindPrinted = nil
      separate(before: line.text)
      lines.append(line)
    }
    for (index, step) in steps.enumerated() {
      func add(_ text: String, isExpectation: Bool = false) {
        lines.append(Line(text: text, step: index, isExpectation: isExpectation))
      }
      func comment(_ text: String) { add("// " + Self.oneLine(text)) }
      func leaveOut(_ text: String, _ why: String) {
        comment("left out: " + why)
        for row in Self.rows(text) { add("// " + row) }
        isUndone = true
      }
      if case .printed = step.work {} else { finish() }
      switch step.work {
      case .swift(let text):
        if let failure = step.failure {
          leaveOut(names.renaming(text), failure)
          break
        }
        separate(before: text)
        isUndone = false
        for row in Self.rows(names.renaming(text)) { add(row) }
        names.addNext(step.results)
      case .value(let expression, let seen):
        let text = names.renaming(expression)
        if let failure = step.failure {
          leaveOut(text, failure)
          break
        }
        isUndone = false
        let isNamed = step.results.contains { used.contains($0) }
        // A name that was looked at: nothing was done.
        if step.claims.isEmpty, !isNamed, Namespaces.path(text) != nil {
          if seen.value != nil, let remark = step.remark { comment("\(text) \(remark)") }
          break
        }
        separate(before: text)
        if let claim = step.claims.first, !step.isApart, !isNamed, Self.isOneExpression(text) {
          add(claim.expectation(of: text), isExpectation: true)
          break
        }
        for row in Self.rows(text) { add(row) }
        names.addNext(step.results)
        if let claim = step.claims.first, let name = names.name(of: step.results[0]) {
          behindPrinted = Line(text: claim.expectation(of: name), step: index, isExpectation: true)
        } else if let remark = step.remark {
          comment(remark)
        }
      case .look(let path, let value):
        if isUndone { break }
        if let claim = step.claims.first {
          add(claim.expectation(of: Self.expression(of: path)), isExpectation: true)
        } else {
          let remark = step.remark ?? "nothing is expected"
          let isTold = hidesValues || remark.hasPrefix("was ")
          comment(path + (isTold ? " " : " was \(Self.brief(value.text)): ") + remark)
        }
      case .command(let text):
        let command = ":" + names.renaming(text)
        if let failure = step.failure {
          leaveOut(command, failure)
          break
        }
        isUndone = false
        add(command)
      case .pause(let time):
        guard keepsPauses || !step.isIdle else { break }
        add(":clock " + SessionRecord.spelled(min(time, pauseMax ?? time)))
      case .printed(let rows):
        let isComment = isUndone || step.remark != nil
        if isComment { comment(step.remark ?? "it printed:") }
        if isComment, hidesValues { break }
        for row in rows {
          add(isComment ? "// " + Self.oneLine(row) : "\(EntryReader.printedMark) \(row)", isExpectation: !isComment)
        }
      case .comment(let text): for row in Self.rows(text) { add("// " + row) }
      }
    }
    finish()
    return lines
  }

  /// How many `#expect`s and `:expect`s were entered, and hold.
  var ownExpectations: Int {
    steps.lazy.filter { $0.failure == nil }.map { step in
      switch step.work {
      case .swift(let text):
        text.split(separator: "\n").filter { !$0.trimmed.hasPrefix("//") }.joined(separator: "\n")
          .matches(of: /#(expect|require)\(/).count
      case .command(let text): ["expect ", "requests "].contains(where: text.hasPrefix) ? 1 : 0
      default: 0
      }
    }.reduce(0, +)
  }

  /// Why lines are comments, and their numbers, from 1.
  func remarks(at lines: [Line]) -> [(line: Int, why: String)] {
    var remarks: [(line: Int, why: String)] = []
    var told: Set<Int> = []
    for (number, line) in lines.enumerated() where line.text.hasPrefix("// ") && !line.isExpectation {
      guard let step = line.step, told.insert(step).inserted,
        let why = steps[step].failure ?? steps[step].remark ?? comment(of: steps[step])
      else { continue }
      remarks.append((number + 1, why))
    }
    return remarks
  }

  private func comment(of step: Step) -> String? { if case .comment(let text) = step.work { text } else { nil } }

  /// What is expected in a step does not hold: expects less.
  /// - Returns: whether that changes something.
  mutating func weaken(_ index: Int, because complaint: String) -> Bool {
    let why = hidesValues ? "it does not hold here" : complaint
    guard steps[index].failure == nil else { return false }
    switch steps[index].work {
    case .value:
      if !steps[index].isApart, !steps[index].claims.isEmpty {
        steps[index].isApart = true
        return true
      }
      if !steps[index].claims.isEmpty {
        (steps[index].claims, steps[index].remark) = ([], "differs from one time to the next: " + why)
        return true
      }
    case .look where !steps[index].claims.isEmpty:
      (steps[index].claims, steps[index].remark) = ([], "differs from one time to the next")
      return true
    case .printed where steps[index].remark == nil:
      steps[index].remark = "what is printed differs from one time to the next; it was:"
      return true
    case .look, .printed, .comment: return false
    case .swift, .command, .pause: break
    }
    steps[index].failure = why
    return true
  }

  // MARK: Spelling

  /// An expression as the operand of a comparison.
  static func subject(_ expression: String) -> String {
    let (effects, rest) = split(expression)
    return effects + (isOperand(rest) ? rest : "(\(rest))")
  }

  /// An expression as what a member is asked of.
  static func receiver(_ expression: String) -> String {
    let (effects, rest) = split(expression)
    return effects + (isPrimary(rest) ? rest : rest.first == "(" && rest.last == ")" ? rest : "(\(rest))")
  }

  /// `try` and `await` stand before all of a comparison.
  private static func split(_ expression: String) -> (effects: String, rest: String) {
    var effects = ""
    var rest = expression[...]
    while let effect = ["try ", "await "].first(where: { rest.hasPrefix($0) }) {
      effects += effect
      rest = rest.dropFirst(effect.count).drop { $0 == " " }
    }
    return (effects, String(rest))
  }

  /// Names, members, calls and literals: nothing of it is an operator.
  private static func isPrimary(_ text: String) -> Bool { outerText(text).allSatisfy(isWordCharacter) }

  /// Beside these there may be operators that bind tighter than a comparison.
  private static func isOperand(_ text: String) -> Bool {
    outerText(text).allSatisfy { isWordCharacter($0) || " +-*/%".contains($0) }
      && !text.words.contains { ["as", "is", "as?", "as!", "in", "try?"].contains($0) }
  }

  /// Whether a text that has one value is nothing but the expression that has it.
  private static func isOneExpression(_ text: String) -> Bool {
    !text.contains("\n") && ![";", "//"].contains { outerText(text).contains($0) }
  }

  private static func isWordCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_.$!?#@`".contains(character)
  }

  /// A text without what stands in brackets and quotes.
  private static func outerText(_ text: String) -> String {
    var result = ""
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if isQuoted {
        if !isEscaped, character == "\"" { isQuoted = false }
        isEscaped = character == "\\" && !isEscaped
        continue
      }
      switch character {
      case "\"": isQuoted = true
      case "(", "[", "{":
        // Braces of a closure behind a call.
        if character == "{", depth == 0, result.last == " " { result.removeLast() }
        depth += 1
      case ")", "]", "}": depth -= 1
      default: if depth == 0 { result.append(character) }
      }
    }
    // What is a condition has a question mark of its own.
    return result.contains(" ? ") || result.contains("??") ? result + "<" : result
  }

  /// A path as Swift: what has an identifier is looked for.
  static func expression(of path: String) -> String {
    path.replacing(/\[id: ([^\]]*)\](\.?)/) { match in
      ".first(where: { $0.id == \(match.1) })" + (match.2.isEmpty ? "" : "?.")
    }
  }

  private static func brief(_ seen: SeenValue) -> String {
    brief(seen.text.isEmpty ? seen.value?.text ?? "" : seen.text)
  }

  private static func brief(_ text: String) -> String { text.count > 80 ? text.prefix(80) + "…" : text }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// What a complaint says, without its place.
  static func reason(_ complaint: String) -> String {
    complaint.firstRange(of: "error: ").map { String(complaint[$0.upperBound...]) } ?? complaint
  }

  private static func rows(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
  }
}

/// What `$R0` of the session is named where it is done again: some of its results are none there.
struct ResultNames {
  private var names: [String: String] = [:]
  private var count = 0

  func name(of result: String) -> String? { names[result] }

  mutating func add(_ results: [String], _ others: [String]) {
    for (result, other) in zip(results, others) { names[result] = other }
  }

  /// The next ones, as they are numbered.
  mutating func addNext(_ results: [String]) {
    for result in results {
      names[result] = "$R\(count)"
      count += 1
    }
  }

  func renaming(_ text: String) -> String {
    guard text.firstRange(of: "$R") != nil else { return text }
    return text.replacing(/\$R\d+/) { match in names[String(match.0)] ?? String(match.0) }
  }

  static func used(in text: String) -> [String] {
    guard text.firstRange(of: "$R") != nil else { return [] }
    return text.matches(of: /\$R\d+/).map { String($0.0) }
  }
}
