import Language

/// Which declarations have to do with each other, by the words in their texts: rather too many than too few.
struct DeclarationTies {
  private struct Node {
    let names: [String]
    let isValue: Bool
    /// Declared values that it can come to, through whatever it names.
    let values: Set<String>
    /// Declared names that it mentions.
    let mentioned: Set<String>
    /// Its text, as far as it is known: within one the order of statements holds.
    let text: Int
  }

  private let nodes: [Node]
  /// The declared names that the declarations of a name mention.
  private let mentions: [String: Set<String>]
  /// Values that whatever is extended beyond the program's own types can come to: nothing says who uses that.
  private let everywhere: Set<String>
  private let lookAround: () -> Void

  init(_ statements: [CheckedStatement], _ references: KnownReferences) {
    let declared = Set(statements.flatMap(\.words))
    let values = Set(statements.filter { $0.kind == .binding }.flatMap(\.words))
    let types = Set(statements.filter { $0.kind == .type }.flatMap(\.words))
    let words = references.of(statements).map { $0.intersection(declared) }
    var mentions: [String: Set<String>] = [:]
    var everywhere: Set<String> = []
    lookAround = references.lookAround
    for (statement, words) in zip(statements, words) {
      for name in statement.words { mentions[name, default: []].formUnion(words) }
      if statement.kind == .extension, !types.isSuperset(of: statement.words) { everywhere.formUnion(words) }
    }
    let reach = { (from: Set<String>) in Self.reach(from, mentions) }
    // A later text of a file begins again at its top.
    var texts: [String: (number: Int, line: Int)] = [:]
    var count = 0
    nodes = zip(statements, words).enumerated().map { number, texted in
      let (statement, words) = texted
      if Engine.isLookDue(number) { references.lookAround() }
      if let last = texts[statement.file], last.line < statement.line {
        texts[statement.file]?.line = statement.line
      } else {
        count += 1
        texts[statement.file] = (count, statement.line)
      }
      return Node(
        names: statement.words, isValue: statement.kind == .binding, values: reach(words).intersection(values),
        mentioned: words.subtracting(statement.words),
        text: texts[statement.file]!.number)
    }
    self.mentions = mentions
    self.everywhere = reach(everywhere).intersection(values)
  }

  private static func reach(_ words: Set<String>, _ mentions: [String: Set<String>]) -> Set<String> {
    var found = words
    var open = Array(words)
    while let word = open.popLast() {
      for next in mentions[word] ?? [] where found.insert(next).inserted { open.append(next) }
    }
    return found
  }

  /// The first of `rest` that has nothing to do with those that wait, nor with those before it that have.
  func firstFree(of rest: [Int], behind waiting: [Int]) -> Int? {
    var held: Set<String> = []
    var texts: Set<Int> = []
    func hold(_ node: Node) {
      held.formUnion(node.names)
      held.formUnion(node.values)
      texts.insert(node.text)
    }
    for number in waiting { hold(nodes[number]) }
    for (place, number) in rest.enumerated() {
      let node = nodes[number]
      // A type or a function is only said; what it comes to matters where it is used.
      if !node.isValue { return place }
      if texts.contains(node.text) || !held.isDisjoint(with: node.values) || !held.isDisjoint(with: everywhere) {
        hold(node)
      } else {
        return place
      }
    }
    return nil
  }

  /// Whether one of the declarations can come to what has these names, without having one itself.
  func comes(_ number: Int, to names: Set<String>) -> Bool {
    if Engine.isLookDue(number) { lookAround() }
    return !names.isDisjoint(with: Self.reach(nodes[number].mentioned, mentions))
  }

  /// The values among `numbers`, whose order is that in which they run, that would run before another one that they come to;
  /// and what comes to those. Two that come to each other stay as they are: each may need the other only later.
  /// - Parameter changed: only they, and what comes to them, can have come to stand wrongly.
  func early(of numbers: [Int], sinceChanged changed: [Int]) -> [Int] {
    let renewed = Set(changed.flatMap { nodes[$0].names })
    let values = numbers.filter { nodes[$0].isValue }
    var places: [String: [Int]] = [:]
    for (place, number) in values.enumerated() {
      for name in nodes[number].names { places[name, default: []].append(place) }
    }
    let changed = Set(changed)
    var moved: [Int] = []
    var group: Set<String> = []
    for (place, number) in values.enumerated() {
      let node = nodes[number]
      if Engine.isLookDue(place) { lookAround() }
      let isTouched = changed.contains(number) || comes(number, to: renewed)
      let isEarly =
        isTouched
        && node.values.contains { name in
          (places[name] ?? []).contains { $0 > place && nodes[values[$0]].values.isDisjoint(with: node.names) }
        }
      guard isEarly || !node.values.subtracting(node.names).isDisjoint(with: group) else { continue }
      moved.append(number)
      group.formUnion(node.names)
    }
    return moved
  }

  /// Whether a text of these words can come to what `pending` declare.
  func connect(_ words: Set<String>, to pending: [Int]) -> Bool {
    let names = Set(pending.flatMap { nodes[$0].names })
    return !names.isDisjoint(with: Self.reach(words, mentions)) || !names.isDisjoint(with: everywhere)
  }
}

/// What the texts of a program's declarations refer to. That is found by parsing each of them, and most stay as they are from
/// one redefinition to the next.
final class KnownReferences {
  private var byText: [String: Set<String>] = [:]
  private static let parsedAtOnce = 16
  /// To be called now and then while many texts are gone through.
  let lookAround: () -> Void

  init(_ lookAround: @escaping () -> Void) { self.lookAround = lookAround }

  /// What each of the statements refers to. What is known of other texts is forgotten.
  /// - Parameter lookAround: called in place of the own one, where it is found out ahead.
  @discardableResult
  func of(_ statements: [CheckedStatement], _ lookAround: (() -> Void)? = nil) -> [Set<String>] {
    let lookAround = lookAround ?? self.lookAround
    let known = byText
    var parsed = 0
    byText = [:]
    return statements.enumerated().map { number, statement in
      if Engine.isLookDue(number) { lookAround() }
      if let references = byText[statement.text] ?? known[statement.text] {
        byText[statement.text] = references
        return references
      }
      parsed += 1
      if parsed % Self.parsedAtOnce == 0 { lookAround() }
      let references = SourceText(file: statement.file, text: statement.text).references
      byText[statement.text] = references
      return references
    }
  }
}

extension CheckedStatement {
  /// Its names as a text refers to them: those of functions without their labels.
  fileprivate var words: [String] { names.map { String($0.prefix { $0 != "(" }) } }
}
