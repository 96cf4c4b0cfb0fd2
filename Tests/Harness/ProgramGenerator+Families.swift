/// Types and functions that a random program declares for itself, each family another one of them every time: protocols with
/// associated types, generics with constraints, classes that inherit, property wrappers, asynchronous functions, enums.
///
/// What a family brings is used by the expressions of the program like what the library has. Some of what nobody should write
/// of it comes along, for programs that are to be refused.
extension ProgramGenerator {
  typealias Family = @Sendable (inout ProgramGenerator) -> [String]

  static let families: [Family] = [
    { $0.shelves() }, { $0.boxes() }, { $0.animals() }, { $0.wrappers() }, { $0.tasks() }, { $0.trees() },
  ]

  private mutating func maybe(_ text: String) -> String { chance(2) == 0 ? text : "" }

  /// An expression in the body of a function, over its parameters.
  private mutating func body(_ kind: Kind, _ names: [(Kind, String)], _ depth: Int = 1) -> String {
    let outer = variables
    variables = [:]
    for (kind, name) in names { variables[kind, default: []].append(name) }
    defer { variables = outer }
    return expression(kind, depth)
  }

  private mutating func use(_ kind: Kind, _ templates: String...) { declared[kind, default: []] += templates }

  // MARK: Protocols with associated types

  private mutating func shelves() -> [String] {
    let bound = pick(["", ": Equatable", ": Hashable", ": Comparable"])
    let isPrimary = chance(2) == 0
    let hasName = chance(2) == 0
    let isInherited = chance(2) == 0
    var lines = [
      isInherited ? "protocol Sized { var size: Int { get } }" : "",
      isInherited ? "extension Sized { var size: Int { \(body(.int, [])) } }" : "",
      "protocol Shelf\(isPrimary ? "<Item>" : "")\(isInherited ? ": Sized" : "") {",
      "  associatedtype Item\(bound)",
      "  var items: [Item] { get }",
      "  func at(_ n: Int) -> Item?",
      hasName ? "  static var name: String { get }" : "",
      "}",
      "extension Shelf {",
      "  func at(_ n: Int) -> Item? { items.isEmpty ? nil : items[abs(n % items.count)] }",
      hasName ? "  static var name: String { \(body(.string, [])) }" : "",
      "  var count: Int { items.count }",
      "  var firstTwo: [Item] { Array(items.prefix(2)) }",
      "  func mapped<T>(_ change: (Item) -> T) -> [T] { items.map(change) }",
      "}",
      "extension Shelf where Item == Int { var total: Int { items.reduce(\(body(.int, [])), &+) } }",
      "extension Shelf where Item == String { var joined: String { items.joined(separator: \"+\") } }",
      "extension Shelf where Item: Comparable { var top: Item? { items.max() } }",
    ]
    let kind = pick(["struct", "final class"])
    func initializer(_ type: String) -> String {
      kind == "struct" ? "" : "  init(items: [\(type)]) { self.items = items }"
    }
    lines += [
      "\(kind) Numbers: Shelf {",
      maybe("  typealias Item = Int"),
      "  var items: [Int]",
      initializer("Int"),
      maybe("  func at(_ n: Int) -> Int? { \(body(.optionalInt, [(.int, "n"), (.ints, "items")])) }"),
      hasName ? maybe("  static var name: String { \"numbers\" }") : "",
      isInherited ? maybe("  var size: Int { items.count &* 2 }") : "",
      "}",
      "struct Words\(chance(2) == 0 ? ": Shelf" : "") {",
      "  var items: [String]",
      hasName ? maybe("  static let name = \"words\"") : "",
      "}",
    ]
    if lines.contains("struct Words {") { lines.append("extension Words: Shelf { typealias Item = String }") }
    lines += [
      "struct Pairs<S: Shelf>: Shelf { let base: S; var items: [S.Item] { base.items + base.items } }",
      "func count<S: Shelf>(_ shelf: S) -> Int { shelf.count }",
      "func joined<A: Shelf, B: Shelf>(_ a: A, _ b: B) -> [A.Item] where A.Item == B.Item { a.items + b.items }",
      "func sum<S: Shelf>(_ shelf: S) -> Int where S.Item == Int { shelf.total }",
      "func told(_ shelf: some Shelf) -> String { \"\\(shelf.items)\(hasName ? " \\(type(of: shelf).name)" : "")\" }",
      "func made(_ n: Int) -> some Shelf { Numbers(items: [n, \(body(.int, [(.int, "n")]))]) }",
    ]
    use(
      .int, "Numbers(items: «ints»).total", "Words(items: «strings»).count", "sum(Pairs(base: Numbers(items: «ints»)))",
      "(Numbers(items: «ints»).at(«int») ?? «int»)", "count(Words(items: «strings»))", "count(made(«int»))")
    use(
      .ints, "joined(Numbers(items: «ints»), Pairs(base: Numbers(items: «ints»)))", "Numbers(items: «ints»).firstTwo",
      "Words(items: «strings»).mapped { $0.count }")
    use(
      .strings, "joined(Words(items: «strings»), Words(items: «strings»))",
      "Numbers(items: «ints»).mapped { \"\\($0)\" }")
    use(
      .string, "told(Numbers(items: «ints»))", "told(Pairs(base: Words(items: «strings»)))",
      "Words(items: «strings»).joined")
    use(.optionalString, "Words(items: «strings»).at(«int»)", "Words(items: «strings»).top")
    use(.optionalInt, "Pairs(base: Numbers(items: «ints»)).at(«int»)", "Numbers(items: «ints»).top")
    if isPrimary {
      lines.append("func all(_ shelves: [any Shelf<Int>]) -> Int { shelves.reduce(0) { $0 &+ $1.total } }")
      use(.int, "all([Numbers(items: «ints»), Pairs(base: Numbers(items: «ints»))])")
      mistakes += ["_ = all([Words(items: «strings»)])"]
    } else {
      lines.append("func all(_ shelves: [any Shelf]) -> Int { shelves.reduce(0) { $0 &+ $1.count } }")
      use(.int, "all([Numbers(items: «ints»), Words(items: «strings»)])")
    }
    if hasName { use(.string, "Numbers.name", "(Pairs<Words>.name + Words.name)") }
    if isInherited { use(.int, "Numbers(items: «ints»).size", "Words(items: «strings»).size") }
    mistakes += [
      "_ = Words(items: «strings»).total", "_ = joined(Numbers(items: «ints»), Words(items: «strings»))",
      "_ = sum(Words(items: «strings»))", "struct Wrong: Shelf { var things: [Int] }", "_ = Pairs(base: «int»)",
      "let wrong: some Shelf = «int»", "struct Wrong: Shelf { typealias Item = Int; var items: [String] }",
      "func wrong(_ s: any Shelf) -> Int { s.total }", "_ = Numbers(items: «strings»)",
    ]
    return lines.filter { !$0.isEmpty }
  }

  // MARK: Generics with constraints

  private mutating func boxes() -> [String] {
    let bound = pick(["", ": Equatable", ": CustomStringConvertible", ": Hashable"])
    let lines = [
      "struct Box<Value\(bound)> {",
      "  \(pick(["var", "let"])) value: Value",
      "  init(_ value: Value) { self.value = value }",
      "  func map<Other\(bound)>(_ change: (Value) -> Other) -> Box<Other> { Box<Other>(change(value)) }",
      "  struct Two<Second> { let first: Value; let second: Second; var swapped: (Second, Value) { (second, first) } }",
      "  func with<Second>(_ second: Second) -> Two<Second> { Two(first: value, second: second) }",
      "  static func same(_ a: Self, _ b: Self) -> Bool where Value: Equatable { a.value == b.value }",
      "}",
      "extension Box: Equatable\(bound == ": Equatable" || bound == ": Hashable" ? "" : " where Value: Equatable") {}",
      bound == ": Hashable" ? "extension Box: Hashable {}" : "extension Box: Hashable where Value: Hashable {}",
      "extension Box: Comparable where Value: Comparable { static func < (a: Box, b: Box) -> Bool { a.value < b.value } }",
      "extension Box where Value == Int { var doubled: Int { \(body(.int, [(.int, "value")])) } }",
      "extension Box where Value == [Int] { var longest: Int { value.count } }",
      maybe("extension Box: CustomStringConvertible { var description: String { \"box of \\(value)\" } }"),
      "struct Cache<Key: Hashable, Value> {",
      "  private var stored: [Key: Value] = [:]",
      "  subscript(key: Key) -> Value? { get { stored[key] } set { stored[key] = newValue } }",
      "  subscript<T>(key: Key, default value: T) -> String { stored[key].map { \"\\($0)\" } ?? \"\\(value)\" }",
      "  mutating func make(_ key: Key, _ value: @autoclosure () -> Value) -> Value {",
      "    if let old = stored[key] { return old }",
      "    let new = value(); stored[key] = new; return new",
      "  }",
      "}",
      "extension Cache where Value: Comparable { var largest: Value? { stored.values.max() } }",
      "extension Array where Element: Comparable { func bounds() -> (Element, Element)? { isEmpty ? nil : (self.min()!, self.max()!) } }",
      "extension Sequence where Element == Int { func alternating() -> Int { enumerated().reduce(0) { $1.offset % 2 == 0 ? $0 &+ $1.element : $0 &- $1.element } } }",
      "extension Optional where Wrapped == Int { var orZero: Int { self ?? \(body(.int, [])) } }",
      "func largest<T: Comparable>(_ a: T, _ rest: T...) -> T { rest.reduce(a) { $0 < $1 ? $1 : $0 } }",
      "func unique<S: Sequence>(_ s: S) -> [S.Element] where S.Element: Hashable { var seen: Set<S.Element> = []; return s.filter { seen.insert($0).inserted } }",
    ]
    use(
      .int, "Box(«int»).map { $0 &+ 1 }.value", "Box(«int»).doubled", "Box(«ints»).longest",
      "Box(«string»).with(«int»).swapped.0",
      "largest(«int», «int», «int»)", "«ints».alternating()", "«optionalInt».orZero", "(«ints».bounds()?.1 ?? «int»)",
      "Box(«point»).map { $0.x }.value".replacing("point", with: bound.contains("CustomString") ? "int" : "point"))
    if bound.contains("CustomString") { declared[.int]!.removeAll { $0.contains("$0.x") } }
    use(
      .bool, "(Box(«int») == Box(«int»))", "(Box(«string») < Box(«string»))", "Box.same(Box(«string»), Box(«string»))")
    use(.string, "\"\\(Box(«string»))\"", "\"\\(Box(«int»).with(«string»))\"", "largest(«string», «string»)")
    use(
      .ints, "[Box(«int»), Box(«int»)].sorted().map(\\.value)", "unique(«ints»)",
      "Array(Set([Box(«int»), Box(«int»)]).map(\\.value).sorted())")
    use(.strings, "unique(«strings»)", "[Box(«string»)].map { $0.value }")
    statements += [
      "do { var cache = Cache<String, Int>(); cache[«string»] = «int»; print(cache.make(«string», «int»), cache[«string», default: «int»], cache.largest as Any) }"
    ]
    mistakes += [
      "_ = Box<Int>(«string»)", "_ = Box(«int») < Box(«string»)", "_ = Box(«string»).doubled",
      "let wrong: Box<String> = Box(«int»)",
      "_ = largest(«int», «string»)", "_ = Cache<[Box<Double>: Int], Int>()", "_ = [«point»].bounds()",
      "_ = Box(«int»).map { $0.missing }", "_ = unique(«int»)", "var wrong = Cache<String>()",
      "_ = «strings».alternating()",
      "_ = Box<Int, Int>(«int»)", "extension Box where Value: Missing {}",
    ]
    return lines.filter { !$0.isEmpty }
  }

  // MARK: Classes that inherit

  private mutating func animals() -> [String] {
    let isOpen = chance(2) == 0
    let overridesInit = chance(2) == 0
    let lines = [
      "class Animal {",
      "  var age: Int \(pick(["", "{ didSet { changes &+= 1 } }", "{ willSet { changes &+= newValue } }"]))",
      "  private(set) var changes = 0",
      "  let name: String",
      "  init(_ age: Int, name: String = \"a\") { self.age = age; self.name = name }",
      "  convenience init(text: String) { self.init(text.count, name: text) }",
      "  func score() -> Int { \(body(.int, [(.int, "age"), (.string, "name")])) }",
      "  var label: String { \"\\(name)\\(age)\" }",
      "  class func kind() -> String { \"animal\" }",
      "  subscript(n: Int) -> Int { get { age &+ n } set { age = newValue } }",
      "  func older() -> Animal { Animal(age &+ 1, name: name) }",
      "}",
      "class Dog: Animal {",
      "  var tricks: [String] = \(body(.strings, []))",
      overridesInit
        ? "  override init(_ age: Int, name: String = \"d\") { super.init(age, name: name); tricks.append(name) }" : "",
      "  override func score() -> Int { super.score() &+ \(body(.int, [(.int, "age"), (.strings, "tricks")])) }",
      maybe("  override var label: String { \"<\" + super.label + \">\" }"),
      maybe("  override class func kind() -> String { \"dog of \" + super.kind() }"),
      maybe("  override subscript(n: Int) -> Int { get { super[n] &- 1 } set { super[n] = newValue &+ 1 } }"),
      maybe("  override var age: Int { didSet { tricks.append(\"\\(oldValue)\") } }"),
      "  override func older() -> \(pick(["Dog", "Animal"])) { Dog(age &+ 2, name: name) }",
      "}",
      "\(isOpen ? "" : "final ")class Puppy: Dog {",
      "  lazy var toys = \(body(.ints, []))",
      maybe("  override func score() -> Int { toys.append(1); return super.score() &+ toys.count }"),
      maybe("  override var label: String { super.label + \"*\" }"),
      "}",
      "protocol Barking { func bark() -> String }",
      "extension Dog: Barking { func bark() -> String { \(body(.string, [])) } }",
      "func meet(_ animal: Animal) -> String { if let dog = animal as? Barking { return dog.bark() }; return animal.label }",
      "func told(_ animal: Animal) -> String { switch animal { case let puppy as Puppy: return \"p\\(puppy.toys)\"; case is Dog: return \"dog\"; default: return type(of: animal).kind() } }",
    ]
    use(
      .int, "Animal(«int»).score()", "(Dog(«int») as Animal).score()", "Puppy(«int»).score()",
      "Animal(text: «string»)[«int»]",
      "[Animal(«int»), Dog(«int»), Puppy(«int»)].map { $0.score() }.reduce(0, &+)", "Dog(«int»).older().age")
    use(
      .string, "Dog(«int»).label", "Puppy(«int»).label", "meet(Animal(«int»))", "meet(Puppy(«int»))",
      "told([Animal(«int»), Dog(«int»), Puppy(«int»)][abs(«int» % 3)])", "Puppy.kind()",
      "\"\\(type(of: Dog(«int») as Animal))\"")
    use(.bool, "((«bool» ? Animal(«int») : Dog(«int»)) is Dog)", "((Animal(«int») as? Dog) == nil)")
    use(.strings, "Dog(«int»).tricks", "(([Puppy(«int»), Animal(«int»)][0] as? Dog)?.tricks ?? «strings»)")
    statements += [
      "do { let a: Animal = \(pick(["Animal", "Dog", "Puppy"]))(«int»); a.age &+= 1; a[2] = «int»; print(a.age, a.changes, a.label, a.score()) }",
      "do { let p = Puppy(«int»); p.toys.append(«int»); p.tricks += «strings»; let d: Dog = p; d.age = «int»; print(p.toys, d.tricks, d.changes) }",
      "do { let a = Animal(«int»); let b = a; b.age = «int»; print(a === b, a.age == b.age, a !== Dog(«int»)) }",
    ]
    mistakes += [
      "class Wrong: Dog { func score() -> Int { 1 } }", "class Wrong: Animal { override func missing() {} }",
      "Animal(«int»).changes = 2",
      "let wrong: Dog = Animal(«int»)", "class Wrong: Animal { var extra: Int }", "_ = Animal(«int»).tricks",
      "_ = Animal(age: «int»)",
      "class Wrong: Animal { override var label: Int { 1 } }", "class Wrong: Animal { override init() {} }",
      "Animal(«int»).name = «string»",
      "final class Last: Dog {}; class Wrong: Last {}", "_ = Puppy(«string»)", "class Wrong: Animal, Dog {}",
      "_ = meet(«string»)",
      "class Wrong: Animal { override convenience init(text: Int) { self.init(text) } }",
    ]
    return lines.filter { !$0.isEmpty }
  }

  // MARK: Property wrappers

  private mutating func wrappers() -> [String] {
    let projects = chance(2) == 0
    let kind = pick(["struct", "class"])
    let word = kind == "class" ? "let" : "var"
    let lines = [
      "@propertyWrapper struct Clamped<Value: Comparable> {",
      "  private var value: Value; let range: ClosedRange<Value>",
      "  init(wrappedValue: Value, _ range: ClosedRange<Value>) { self.range = range; value = min(max(wrappedValue, range.lowerBound), range.upperBound) }",
      "  var wrappedValue: Value { get { value } set { value = min(max(newValue, range.lowerBound), range.upperBound) } }",
      projects ? "  var projectedValue: Bool { value == range.upperBound }" : "",
      "}",
      "@propertyWrapper struct Counted<Value> {",
      "  private(set) var writes = 0",
      "  var wrappedValue: Value { didSet { writes &+= 1 } }",
      "  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }",
      "  var projectedValue: Int { writes }",
      "}",
      "@propertyWrapper struct Trimmed { private var text = \"\"; var wrappedValue: String { get { text } set { text = String(newValue.prefix(3)) } }; init(wrappedValue: String) { self.wrappedValue = wrappedValue } }",
      "@propertyWrapper final class Shared<Value> { var wrappedValue: Value; var projectedValue: Shared { self }; init(wrappedValue: Value) { self.wrappedValue = wrappedValue } }",
      "\(kind) Settings {",
      "  @Clamped(0...10) var level = \(body(.int, []))",
      "  @Counted var title = \(body(.string, []))",
      "  @Trimmed var short = \(body(.string, []))",
      "  @Shared var list: [Int] = \(body(.ints, []))",
      "  @Counted @Clamped(-5...5) var both = \(body(.int, []))",
      kind == "class" ? "  init() {}" : "",
      "  \(kind == "struct" ? "mutating " : "")func change(_ n: Int) -> Int { level = n; title += \"!\"; both &+= n; list.append(level); return level &+ both &+ $title\(projects ? " &+ ($level ? 1 : 0)" : "") }",
      "  var summary: String { \"\\(level) \\(title) \\(short) \\(list) \\(both) \\($both)\" }",
      "}",
      "func clamped(_ n: Int) -> Int { @Clamped(1...4) var local = n; local &+= 1; return local }",
      "func passed(@Counted _ n: Int) -> Int { n &+ $n }",
    ]
    use(
      .int, "clamped(«int»)", "passed(«int»)",
      "{ (n: Int) -> Int in \(word) s = Settings(); s.level = n; return s.level }(«int»)")
    use(.string, "Settings().summary")
    statements += [
      "do { \(word) s = Settings(); print(s.change(«int»), s.change(«int»), s.summary); s.short = «string»; print(s.short, s.$title, s.$list.wrappedValue) }",
      "do { \(word) s = Settings(); let t = s; s.list = «ints»; s.level &+= 3; print(t.list, t.level, s.level) }",
    ]
    mistakes += [
      "struct Wrong { @Clamped(0...10) var level = «string» }", "struct Wrong { @Missing var level = 1 }",
      "_ = Settings().$short",
      "struct Wrong { @Counted var level: Int { 3 } }", "struct Wrong { @Clamped var level = 3 }",
      "struct Wrong { @Counted let level = 1 }",
      "_ = passed(«string»)", "@propertyWrapper struct Wrong { var value = 1 }",
      "struct Wrong { @Trimmed var level: Int = 1 }",
      "_ = Settings().$title.missing",
    ]
    return lines.filter { !$0.isEmpty }
  }

  // MARK: Asynchronous functions

  private mutating func tasks() -> [String] {
    let lines = [
      "func slow(_ n: Int) async -> Int { \(maybe("await Task.yield(); "))return \(body(.int, [(.int, "n")])) }",
      "func risky(_ n: Int) async throws -> Int { if n % 2 != 0 { throw Odd(value: n) }; return await slow(n) }",
      "func twiceSlow(_ n: Int) async -> Int { async let a = slow(n); async let b = slow(n &+ 1); return await a &+ b }",
      "func all(_ list: [Int]) async -> [Int] { var made: [Int] = []; for n in list { made.append(await slow(n)) }; return made }",
      "func grouped(_ list: [Int]) async -> Int { await withTaskGroup(of: Int.self) { group in for n in list { group.addTask { await slow(n) } }; var sum = 0; for await n in group { sum &+= n }; return sum } }",
      "func tried(_ list: [Int]) async throws -> [Int] { try await withThrowingTaskGroup(of: (Int, Int).self) { group in for (i, n) in list.enumerated() { group.addTask { (i, try await risky(n)) } }; var made: [(Int, Int)] = []; for try await pair in group { made.append(pair) }; return made.sorted { $0.0 < $1.0 }.map { $0.1 } } }",
      "func stream(_ list: [Int]) -> AsyncStream<Int> { AsyncStream { c in for n in list { c.yield(n) }; c.finish() } }",
      "func applied<T>(_ n: Int, _ change: (Int) async throws -> T) async rethrows -> T { try await change(n) }",
      "actor Tally { private var sum = \(body(.int, [])); let name = \"tally\"; func add(_ n: Int) -> Int { sum = sum &+ n; return sum }; var now: Int { sum }; nonisolated func label() -> String { name + \"!\" } }",
      "struct Countdown: AsyncSequence { typealias Element = Int; let from: Int; struct AsyncIterator: AsyncIteratorProtocol { var n: Int; mutating func next() async -> Int? { guard n > 0 else { return nil }; n -= 1; return n } }; func makeAsyncIterator() -> AsyncIterator { AsyncIterator(n: from) } }",
      "@MainActor final class Screen { var shown: [Int] = []; func show(_ n: Int) async -> Int { shown.append(n); return shown.count } }",
    ]
    statements += [
      "print(await slow(«int»), await twiceSlow(«int»))", "print(await all(«ints»), await grouped(«ints»))",
      "do { print(try await risky(«int»)) } catch { print(error) }", "print((try? await tried(«ints»)) as Any)",
      "for await n in stream(«ints») { print(n, terminator: \" \") }; print()",
      "print(await applied(«int») { await slow($0) })",
      "do { let t = Tally(); print(await t.add(«int»), await t.add(«int»), await t.now, t.label()) }",
      "for await n in Countdown(from: abs(«int» % 4)).map({ $0 &* 2 }) { print(n, terminator: \",\") }; print()",
      "do { async let a = slow(«int»); async let b = all(«ints»); print(await a, await b) }",
      "print(await Task { await slow(«int») }.value, (try? await Task { try await risky(«int») }.value) as Any)",
      "do { let s = Screen(); print(await s.show(«int»), s.shown) }",
      "print(try await applied(«int») { n in try half(n &* 2) })",
      "print(await stream(«ints»).filter { $0 > «int» }.reduce(0, &+), await Countdown(from: 3).contains(«int»))",
      "do { let u: (Int) async -> Int = { await slow($0) }; print(await u(«int»)) }",
    ]
    mistakes += [
      "func wrong() { _ = slow(«int») }", "func wrong() { _ = await slow(«int») }",
      "func wrong() async { _ = slow(«int») }",
      "func wrong() async { _ = await risky(«int») }", "_ = try await risky(«string»)",
      "func wrong() { print(Tally().now) }",
      "let wrong: (Int) -> Int = slow", "func wrong() async { let n: String = await slow(«int»); print(n) }",
      "_ = «ints».map { await slow($0) }",
      "func wrong() async { Tally().sum = 3 }", "func wrong() async { for n in stream(«ints») { print(n) } }",
      "func wrong() async throws { for await n in «ints» { print(n) } }",
    ]
    return lines
  }

  // MARK: Enums with payloads

  private mutating func trees() -> [String] {
    let lines = [
      "indirect enum Tree<Value> { case leaf, node(Tree, Value, Tree) }",
      "extension Tree where Value: Comparable {",
      "  func adding(_ new: Value) -> Tree { switch self { case .leaf: return .node(.leaf, new, .leaf); case let .node(l, v, r) where new < v: return .node(l.adding(new), v, r); case .node(let l, let v, let r): return .node(l, v, r.adding(new)) } }",
      "  static func of(_ list: [Value]) -> Tree { list.reduce(.leaf) { $0.adding($1) } }",
      "}",
      "extension Tree { var list: [Value] { guard case .node(let l, let v, let r) = self else { return [] }; return l.list + [v] + r.list }; var depth: Int { switch self { case .leaf: 0; case .node(let l, _, let r): 1 + Swift.max(l.depth, r.depth) } } }",
      "extension Tree: Equatable where Value: Equatable {}",
      "enum Shape: \(pick(["Equatable", "Hashable"])) { case dot, line(Int), box(width: Int, height: Int), named(String, of: Suit) }",
      "extension Shape { var size: Int { switch self { case .dot: \(body(.int, [])); case .line(let n) where n > 3: n; case .line: 3; case let .box(w, h): w &* h; case .named(let s, of: .clubs): s.count; case .named: \(body(.int, [])) } } }",
      "func classified(_ n: Int) -> String { switch n { case ..<0: \"low\"; case 0: \"zero\"; case 1...9 where n % 2 == 0: \"even\"; case 1...9: \"odd\"; default: \"high\" } }",
      "func read(_ shape: Shape?) -> String { if case .box(let w, height: 2)? = shape { return \"flat \\(w)\" }; guard let shape, case .named(let s, _) = shape else { return \"other\" }; return s }",
      "func paired(_ a: Int?, _ b: String?) -> String { switch (a, b) { case (let a?, let b?): \"\\(a)\\(b)\"; case (nil, let b?): b; case (.some(let a), .none): \"\\(a)\"; case (nil, nil): \"none\" } }",
    ]
    use(
      .int, "Tree.of(«ints»).depth", "Shape.line(«int»).size", "Shape.box(width: «int» % 9, height: «int» % 9).size",
      "Shape.named(«string», of: «suit»).size")
    use(.ints, "Tree.of(«ints»).list", "[Shape.dot, .line(«int»), .named(«string», of: .spades)].map(\\.size)")
    use(.strings, "Tree.of(«strings»).list")
    use(
      .string, "classified(«int»)", "read(.box(width: «int», height: 2))",
      "read(«bool» ? nil : .named(«string», of: «suit»))",
      "paired(«optionalInt», «optionalString»)", "\"\\(Shape.box(width: «int», height: 1))\"",
      "\"\\(Shape.named(«string», of: «suit»))\"")
    use(.bool, "(Shape.line(«int») == .line(«int»))", "(Tree.of(«ints») == Tree.of(«ints»))")
    mistakes += [
      "switch Shape.dot { case .dot: print(1) }", "_ = Shape.line", "_ = Shape.circle(«int»)",
      "_ = Shape.box(«int», «int»)",
      "let wrong: Shape = .line(«string»)", "switch «int» { case 0: print(0) }",
      "if case .line(let n) = «int» { print(n) }",
      "enum Wrong { case a(Wrong) }", "switch «suit» { case .hearts, .spades: break }",
      "_ = Tree.of([«point», «point»])",
    ]
    return lines
  }
}
