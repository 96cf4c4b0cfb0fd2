/// Random programs that the compiler accepts: types and functions, expressions over these and the standard types, and pipelines
/// over them, each printed. The same seed gives the same program. They do not trap, and print nothing whose order is left to
/// chance. With mistakes they are programs that it may refuse.
import TestSupport

public struct ProgramGenerator {
  private var random: SeededRandom
  /// Variables in scope, by type.
  var variables: [Kind: [String]] = [:]
  /// What the program's own types and functions give, statements that use them, and statements that should not be there.
  var declared: [Kind: [String]] = [:]
  var statements: [String] = []
  var mistakes = Self.mistakes
  private var nameCount = 0

  public init(seed: UInt64) { random = SeededRandom(seed: seed) }

  enum Kind: String, CaseIterable {
    case int = "Int"
    case double = "Double"
    case bool = "Bool"
    case string = "String"
    case ints = "[Int]"
    case strings = "[String]"
    case optionalInt = "Int?"
    case optionalString = "String?"
    case pair = "(Int, String)"
    case point = "Point"
    case suit = "Suit"

    var isHashable: Bool { self != .pair && self != .double }
  }

  /// - Parameter mistakes: how many of its statements are such as nobody should write.
  public mutating func program(statements count: Int = 24, mistakes wrong: Int = 0) -> String {
    var lines = [
      "import Combine", "struct Point: Hashable { var x: Int; var name: String }",
      "enum Suit: String, CaseIterable { case hearts, spades, clubs }", "struct Odd: Error { let value: Int }",
      "func twice(_ x: Int) -> Int { x * 2 }",
      "func half(_ x: Int) throws -> Int { if x % 2 != 0 { throw Odd(value: x) }; return x / 2 }",
    ]
    for family in Self.families.shuffled(using: &random).prefix(1 + chance(3)) { lines += family(&self) }
    let places = Set((0..<wrong).map { _ in chance(count) })
    for number in 0..<count {
      if places.contains(number) {
        lines.append(
          filled(pick(mistakes), 0).replacing("wrong", with: fresh()).replacing("Wrong", with: "T\(nameCount)"))
      }
      switch chance(12) {
      case 0..<4: lines.append(declaration())
      case 4..<7: lines.append("print(\(shown(pick(Kind.allCases), 1)))")
      case 7..<9 where !statements.isEmpty: lines.append(filled(pick(statements), 1))
      default: lines.append(wrong > 0 ? declaration() : pipeline())
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  mutating func chance(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  mutating func pick<T>(_ list: [T]) -> T { list[chance(list.count)] }

  private mutating func fresh() -> String {
    nameCount += 1
    return "v\(nameCount)"
  }

  private mutating func declaration() -> String {
    let kind = pick(Kind.allCases)
    let name = fresh()
    let text = "let \(name): \(kind.rawValue) = \(expression(kind, 1))"
    variables[kind, default: []].append(name)
    return text
  }

  /// As an argument of `print`: optionals without a warning.
  private mutating func shown(_ kind: Kind, _ depth: Int) -> String {
    let text = expression(kind, depth)
    return kind == .optionalInt || kind == .optionalString ? "\(text) as \(kind.rawValue) as Any" : text
  }

  // MARK: Expressions

  mutating func expression(_ kind: Kind, _ depth: Int) -> String {
    if let known = variables[kind], chance(4) == 0 { return pick(known) }
    if depth == 0 { return literal(kind) }
    if let own = declared[kind], chance(3) == 0 { return filled(pick(own), depth - 1) }
    return filled(pick(Self.templates[kind]!), depth - 1)
  }

  /// With expressions in place of `«int»`, `«string»`, ….
  private mutating func filled(_ template: String, _ depth: Int) -> String {
    var result = ""
    var rest = Substring(template)
    while let open = rest.firstIndex(of: "«"), let close = rest.firstIndex(of: "»") {
      result += rest[..<open]
      let name = String(rest[rest.index(after: open)..<close])
      let kind = Kind.allCases.first { "\($0)" == name }!
      result += expression(kind, depth)
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  private static let templates: [Kind: [String]] = [
    .int: [
      "(«int» &+ «int»)", "(«int» &- «int»)", "(«int» % 7)", "(«int» / 3)",
      "«ints».count", "«string».count", "(«optionalInt» ?? «int»)", "«point».x",
      "(«bool» ? «int» : «int»)", "«ints».reduce(0, &+)", "«pair».0",
      "(«ints».max() ?? «int»)", "twice(«int» % 1000)", "min(«int», «int»)",
      "(«strings».first?.count ?? «int»)", "((try? half(«int»)) ?? -1)", "(«int» & 255)",
      "«ints».filter { $0 > «int» }.count", "{ (n: Int) -> Int in n &* 3 }(«int»)",
      "Suit.allCases.count", "«ints»[keyPath: \\.count]",
    ],
    .double: [
      "(«double» + «double»)", "(«double» * 0.5)", "Double(«int» % 1000)", "(«double» - 1)",
      "(«bool» ? «double» : 2)", "«double».rounded()", "max(«double», «double»)",
      "abs(«double»)", "Double(«ints».count) / 4",
    ],
    .bool: [
      "(«int» < «int»)", "(«string» == «string»)", "!«bool»",
      "(«bool» && «bool»)", "(«bool» || «bool»)", "«ints».isEmpty",
      "«ints».contains(«int»)", "(«optionalInt» == nil)", "«string».hasPrefix(«string»)",
      "«ints».allSatisfy { $0 >= «int» }", "(«point» == «point»)", "(«suit» == .clubs)",
      "(«double» <= «double»)", "«strings».contains { $0.count > 2 }",
      "(«optionalInt».map { $0 > 3 } ?? «bool»)", "«int».isMultiple(of: 3)",
    ],
    .string: [
      "(«string» + «string»)", "«string».uppercased()", "String(«int»)",
      "\"<\\(«int»)>\"", "String(«string».reversed())", "(«optionalString» ?? «string»)",
      "«strings».joined(separator: \"-\")", "String(«string».prefix(2))", "«point».name",
      "«suit».rawValue", "\"\\(«ints») \\(«bool»)\"", "«pair».1", "\"\\(«point»)\"",
      "(«bool» ? «string» : \"no\")", "«string».lowercased()", "String(describing: «suit»)",
      "String(describing: «optionalInt»)", "\"\\(«double»)\"",
    ],
    .ints: [
      "«ints».map { $0 &+ «int» }", "«ints».filter { $0 % 2 == 0 }", "«ints».sorted()",
      "Array(«ints».reversed())", "(«ints» + «ints»)", "[«int», «int»]",
      "«strings».map(\\.count)", "«strings».compactMap { Int($0) }", "Array(«ints».dropFirst())",
      "Array(«ints».prefix(3))", "«ints».sorted(by: >)", "Array(Set(«ints»)).sorted()",
      "«ints».flatMap { [$0, «int»] }", "(0..<3).map { $0 * 2 }", "«ints».map(twice).map { $0 % 100 }",
      "zip(«ints», «ints»).map { $0 &- $1 }", "«ints».enumerated().map { $0.offset &+ $0.element }",
      "stride(from: 0, to: 6, by: 2).map { $0 }", "«ints».reduce(into: []) { $0.insert($1, at: 0) }",
    ],
    .strings: [
      "«ints».map { \"#\\($0)\" }", "«strings».sorted()", "«strings».map { $0 + «string» }",
      "[«string», «string»]", "«string».split(separator: \" \").map(String.init)",
      "«ints».map(String.init)", "«strings».filter { !$0.isEmpty }", "«string».map { String($0) }",
      "Suit.allCases.map(\\.rawValue)", "«strings».map { $0.uppercased() }",
      "[«optionalString», «optionalString»].compactMap { $0 }",
    ],
    .optionalInt: [
      "«ints».first", "«ints».min()", "Int(«string»)", "«ints».firstIndex(of: «int»)",
      "(«bool» ? «int» : nil)", "«optionalInt».map { $0 &+ 1 }", "(«optionalString»?.count)",
      "«ints».first { $0 > 2 }", "«optionalInt».flatMap { $0 > 0 ? $0 : nil }",
      "(try? half(«int»))", "[\"a\": «int»][«string»]", "«ints».last",
    ],
    .optionalString: [
      "«strings».first", "«strings».max()", "(«bool» ? «string» : nil)",
      "«optionalInt».map { \"<\\($0)>\" }", "(«optionalString»?.uppercased())", "(Suit(rawValue: «string»)?.rawValue)",
      "«strings».last", "«strings».first { $0.count > 1 }",
    ],
    .pair: [
      "(«int», «string»)", "(«bool» ? «pair» : «pair»)",
      "zip(«ints» + [1], «strings» + [\"z\"]).map { ($0, $1) }[0]",
    ],
    .point: [
      "Point(x: «int», name: «string»)", "(«bool» ? «point» : «point»)",
      "[«point», «point»].max { $0.x < $1.x }!",
    ],
    .suit: [
      "(«bool» ? «suit» : .spades)", "(Suit(rawValue: «string») ?? .hearts)",
      "Suit.allCases[«ints».count % 3]",
    ],
  ]

  private mutating func literal(_ kind: Kind) -> String {
    switch kind {
    case .int: pick(["0", "1", "2", "3", "7", "12", "(-4)", "100"])
    case .double: pick(["0.5", "1.0", "2.25", "-3.5", "10"])
    case .bool: pick(["true", "false"])
    case .string: pick(["\"\"", "\"a\"", "\"hello world\"", "\"42\"", "\"clubs\"", "\"Ünï\""])
    case .ints: pick(["[1, 2, 3]", "[5]", "[3, 1, 2, 3]", "[Int]()"])
    case .strings: pick(["[\"b\", \"a\"]", "[\"1\", \"x\", \"\"]", "[String]()"])
    case .optionalInt: pick(["Optional(4)", "(nil as Int?)", "Optional<Int>.none"])
    case .optionalString: pick(["Optional(\"o\")", "(nil as String?)"])
    case .pair: pick(["(1, \"one\")", "(0, \"\")"])
    case .point: pick(["Point(x: 1, name: \"p\")", "Point(x: -2, name: \"q\")"])
    case .suit: pick(["Suit.hearts", "Suit.clubs"])
    }
  }

  // MARK: Mistakes

  /// One line each, since it is by the line that refusals are compared. `wrong` and `Wrong` stand for names of their own.
  private static let mistakes = [
    "let wrong: Int = «string»", "let wrong: String = «int»", "let wrong: Int = «optionalInt»",
    "let wrong: [Int] = «strings»",
    "_ = «int».missing", "_ = «string».missing()", "_ = twice(«string»)", "_ = twice(x: «int»)", "_ = twice()",
    "_ = half(«int»)",
    "_ = twice(«int», «int»)", "if «int» {}", "for wrong in «int» { print(wrong) }", "_ = Point(«int», name: «string»)",
    "_ = Suit.diamonds", "switch «suit» { case .hearts: print(1) }", "do { let wrong = «int»; wrong = 2 }",
    "print(undefined)",
    "func wrong() -> Int {}", "func wrong() -> Int { if «bool» { return 1 } }",
    "struct Wrong: Comparable { var x = 1 }",
    "class Wrong { var x: Int }", "let wrong = nil", "let wrong = []", "_ = «ints».map { $0.missing }",
    "_ = «ints».filter { $0 }",
    "_ = «ints».map { (a: Int, b: Int) in a }", "let wrong: (Int) -> String = { $0 }", "throw 3",
    "_ = «optionalString».count",
    "_ = «pair».2", "_ = «bool» ? «int» : «string»", "_ = «int» + «string»", "_ = «strings».reduce(0, +)",
    "_ = [«int», «string»]",
    "struct Wrong { let x: Int; init() {} }", "enum Wrong: Int { case a = 1, b = 1 }", "protocol Wrong { func f() {} }",
    "func wrong(_ a: Int, a: Int) { a = 1 }", "do { var wrong: Int; print(wrong) }", "guard «bool» else { print(1) }",
    "struct Wrong { func f() { x = 1 }; var x = 0 }", "_ = «ints».sorted { $0 }", "let wrong: Point = «suit»", "break",
    "class Wrong: Point {}", "extension Missing {}", "func wrong<T: Equatable>(_ a: T, _ b: T) -> Bool { a < b }",
    "_ = «point» < «point»",
    "let (wrong, _) = «int»", "let wrong = «ints»; wrong.append(1)", "_ = «ints»[«string»]", "_ = «int» as String",
    "_ = try! «int».f()",
    "struct Wrong { private init() {} }; _ = Wrong()", "func wrong(x: Int) {}; wrong(1)",
    "_ = Just(«int»).map { $0 + «string» }.sink { _ in }",
    "_ = «ints».publisher.sink { (n: String) in print(n) }",
    "let wrong: AnyPublisher<String, Never> = Just(«int»).eraseToAnyPublisher()",
    "_ = «ints».publisher.filter { $0 }.sink { _ in }", "_ = Just(«int»).tryMap { try half($0) }.sink { print($0) }",
  ]

  // MARK: Pipelines

  private mutating func pipeline() -> String {
    var kind: Kind = pick([.int, .string])
    var text =
      kind == .int
      ? pick(["\(expression(.ints, 0)).publisher", "Just(\(expression(.int, 0)))"])
      : "\(expression(.strings, 0)).publisher"
    var fails = false
    for _ in 0..<(1 + chance(4)) {
      let (stage, next) = stage(kind)
      text += "\n  " + stage
      if stage.hasPrefix(".try") { fails = true }
      if fails {
        text += "\n  .catch { _ in Just(\(literal(next))) }"
        fails = false
      }
      kind = next
    }
    return "_ = \(text)\n  .sink { print($0, terminator: \"; \") }\nprint()"
  }

  private mutating func stage(_ kind: Kind) -> (String, Kind) {
    let value = "«\(kind)»"
    var choices: [(String, Kind)] = [
      (".prefix(\(chance(4)))", kind), (".dropFirst()", kind), (".append(\(value))", kind),
      (".prepend(\(value))", kind),
      (".first()", kind), (".last()", kind), (".count()", .int), (".output(in: 1...2)", kind),
      (".removeDuplicates()", kind), (".replaceEmpty(with: \(value))", kind), (".eraseToAnyPublisher()", kind),
      (".merge(with: Just(\(value)))", kind), (".flatMap { Just($0) }", kind), (".handleEvents()", kind),
    ]
    switch kind {
    case .int:
      choices += [
        (".map { $0 &* 2 }", .int), (".filter { $0 > «int» }", .int), (".map(String.init)", .string),
        (".scan(0) { $0 &+ $1 }", .int), (".reduce(1) { $0 &+ $1 }", .int), (".collect()\n  .map(\\.count)", .int),
        (".collect(2)\n  .map { $0.reduce(0, &+) }", .int), (".tryMap { try half($0) }", .int), (".max()", .int),
        (".allSatisfy { $0 > 0 }\n  .map { $0 ? 1 : 0 }", .int),
        (".zip([1, 2, 3].publisher)\n  .map { $0 &+ $1 }", .int),
        (".combineLatest(Just(5))\n  .map { $0 &- $1 }", .int),
        (".map { $0 > 1 ? nil : $0 }\n  .replaceNil(with: 9)", .int),
        (".flatMap { n in [n, n &+ 1].publisher }", .int), (".contains(3)\n  .map { \"\\($0)\" }", .string),
        (".drop(while: { $0 < 2 })", .int), (".prefix(while: { $0 < 5 })", .int), (".min()", .int),
        (".map { Point(x: $0, name: \"n\") }\n  .map(\\.x)", .int),
      ]
    default:
      choices += [
        (".map(\\.count)", .int), (".compactMap { Int($0) }", .int), (".map { $0.uppercased() }", .string),
        (".filter { !$0.isEmpty }", .string), (".reduce(\"\", +)", .string), (".scan(\"\") { $0 + $1 }", .string),
        (".collect()\n  .map { $0.joined(separator: \"|\") }", .string), (".map { $0 + \"!\" }", .string),
        (".flatMap { text in text.map { String($0) }.publisher }", .string), (".max()", .string),
        (".tryFilter { if $0.isEmpty { throw Odd(value: 0) }; return true }", .string),
      ]
    }
    let choice = pick(choices)
    return (filled(choice.0, 0), choice.1)
  }
}
