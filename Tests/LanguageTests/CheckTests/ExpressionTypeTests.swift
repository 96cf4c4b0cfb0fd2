/// What the solver makes of whole expressions: declarations and an expression in, its type or the message out.
import InterpreterHarness
import Testing

@testable import Language

@Suite struct ExpressionTypeTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var expression: String
    /// What is declared before it.
    var context: String
    /// The type that is written at the variable.
    var wanted: String?
    var result: String
    var testDescription: String { expression }

    init(_ expression: String, after context: String = "", as wanted: String? = nil, gives result: String) {
      (self.expression, self.context, self.wanted, self.result) = (expression, context, wanted, result)
    }
  }

  private static let overloads = """
    func f(_ n: Int) -> Int { n }
    func f(_ n: Double) -> String { "" }
    func f<T>(_ value: T) -> [T] { [value] }
    func g(_ n: Int) -> Int { n }
    func g(_ n: Int?) -> String { "" }
    func h(_ n: Int, by step: Int = 1) -> Int { n }
    func h(_ n: Int) -> Bool { true }
    func k<T: Collection>(_ value: T) -> T.Element? { value.first }
    func k<T: BidirectionalCollection>(_ value: T) -> [T.Element] { [] }
    """
  private static let classes = """
    class Animal {}
    class Dog: Animal { var age = 1 }
    class Cat: Animal {}
    protocol Named { associatedtype Name; var name: Name { get } }
    struct Person: Named { var name = "" }
    struct Box<Value> { var value: Value; func map<T>(_ change: (Value) -> T) -> Box<T> { Box<T>(value: change(value)) } }
    extension Box: Equatable where Value: Equatable {}
    func same<T: Equatable>(_ a: T, _ b: T) -> T { a }
    func name<T: Named>(_ value: T) -> T.Name { value.name }
    """

  static let rows = [
    // Literals, and what stands beside them
    Row("1", gives: "Int"), Row("1.5", gives: "Double"), Row("1", as: "Double", gives: "Double"),
    Row("[1, 2.5]", gives: "[Double]"), Row("[[1], [2.5]]", gives: "[[Double]]"), Row("1 + 2.5", gives: "Double"),
    Row("[1: \"a\"]", gives: "[Int : String]"), Row("(1, b: \"a\")", gives: "(Int, b: String)"),
    Row("[1, nil]", gives: "[Int?]"), Row("\"a\"", as: "Character", gives: "Character"),
    Row("[1, 1]", as: "Set", gives: "Set<Int>"),
    Row(
      "[1, \"a\"]",
      gives:
        "heterogeneous collection literal could only be inferred to '[Any]'; add explicit type annotation if this is intentional"
    ),
    Row("nil", gives: "'nil' requires a contextual type"),
    Row("[]", gives: "empty collection literal requires an explicit type"),
    Row("\"a\"", as: "Int", gives: "cannot convert value of type 'String' to specified type 'Int'"),
    Row("-1", as: "UInt8", gives: "negative integer '-1' overflows when stored into unsigned type 'UInt8'"),
    // Operators
    Row("1 < 2 && true", gives: "Bool"), Row("\"a\" + \"b\"", gives: "String"), Row("[1] + [2.5]", gives: "[Double]"),
    Row("(nil as Int?) ?? 3", gives: "Int"), Row("(nil as Int?) ?? (nil as Int?)", gives: "Int?"),
    Row("1...3", gives: "ClosedRange<Int>"),
    Row("0..<2.5", gives: "Range<Double>"), Row("true ? 1 : 2.5", gives: "Double"),
    Row("true ? nil : 1", gives: "Int?"),
    Row("1 + \"a\"", gives: "binary operator '+' cannot be applied to operands of type 'Int' and 'String'"),
    Row("true ? 1 : \"a\"", gives: "result values in '? :' expression have mismatching types 'Int' and 'String'"),
    // Closures
    Row("{ 1 }", gives: "() -> Int"), Row("{ (n: Int) in n > 1 }", gives: "(Int) -> Bool"),
    Row("{ 1 }()", gives: "Int"),
    Row("{ $0 + 1 }", as: "(Double) -> Double", gives: "(Double) -> Double"),
    Row("[1, 2].map { $0 * 2 }", gives: "[Int]"), Row("[1, 2].map { Double($0) }.reduce(0, +)", gives: "Double"),
    Row("[1, 2].compactMap { $0 > 1 ? \"a\" : nil }", gives: "[String]"),
    Row("[3: \"a\"].map { ($0.key, $0.value) }", gives: "[(Int, String)]"),
    Row("[\"a\"].map(\\.count)", gives: "[Int]"),
    Row("[1].reduce(into: [:]) { $0[$1] = \"a\" }", as: "[Int: String]", gives: "[Int : String]"),
    Row("[1].map { n in let m = n; return \"\\(m)\" }", gives: "[String]"),
    Row("[1].map { $0.foo }", gives: "value of type 'Int' has no member 'foo'"),
    Row("[1].filter { $0 }", gives: "cannot convert value of type 'Int' to closure result type 'Bool'"),
    // Optionals
    Row("[1].first", gives: "Int?"), Row("[\"a\"].first?.count", gives: "Int?"),
    Row("[\"a\"].first!.count", gives: "Int"),
    Row("[[1]].first?.first", gives: "Int?"), Row("try? Int(\"a\")", gives: "Int?"),
    Row("Int(\"1\").map { $0 + 1 }", gives: "Int?"),
    Row("[1: [2]][1]?[0]", gives: "Int?"),

    Row("Int(\"1\")", as: "Int", gives: "value of optional type 'Int?' must be unwrapped to a value of type 'Int'"),
    // Overloads
    Row("f(1)", after: overloads, gives: "Int"), Row("f(1.5)", after: overloads, gives: "String"),
    Row("f(\"a\")", after: overloads, gives: "[String]"), Row("f(1)", after: overloads, as: "String", gives: "String"),
    Row("g(1)", after: overloads, gives: "Int"), Row("g(Int(\"1\"))", after: overloads, gives: "String"),
    Row("h(1)", after: overloads, gives: "Bool"), Row("h(1, by: 2)", after: overloads, gives: "Int"),
    Row("k(Set([1]))", after: overloads, gives: "Int?"),
    Row("[f(1), f(2)]", after: overloads, gives: "[Int]"), Row("[1].map(g)", after: overloads, gives: "[Int]"),
    Row("h(\"a\")", after: overloads, gives: "cannot convert value of type 'String' to expected argument type 'Int'"),
    Row("h(1, to: 2)", after: overloads, gives: "extra argument 'to' in call"),
    // Classes, protocols, generics
    Row("[Dog(), Cat()]", after: classes, gives: "[Animal]"),
    Row("true ? Dog() : Cat()", after: classes, gives: "Animal"),
    Row("Dog() as Animal", after: classes, gives: "Animal"),
    Row("(Dog() as Animal) as? Dog", after: classes, gives: "Dog?"),
    Row("Box(value: 1)", after: classes, gives: "Box<Int>"),
    Row("Box(value: 1).map { \"\\($0)\" }", after: classes, gives: "Box<String>"),
    Row("Box(value: 1)", after: classes, as: "Box<Double>", gives: "Box<Double>"),
    Row("name(Person())", after: classes, gives: "String"),
    Row("same(1, 2.5)", after: classes, gives: "Double"),
    Row("same(Box(value: 1), Box(value: 2))", after: classes, gives: "Box<Int>"),
    Row("[Box(value: Dog())].map(\\.value.age)", after: classes, gives: "[Int]"),
    Row("\\Box<Dog>.value.age", after: classes, gives: "ReferenceWritableKeyPath<Box<Dog>, Int>"),
    Row("Box.init(value: 1)", after: classes, gives: "Box<Int>"),
    Row("Box<Int>.self", after: classes, gives: "Box<Int>.Type"),

    Row("Animal()", after: classes, as: "Dog", gives: "cannot convert value of type 'Animal' to specified type 'Dog'"),
    // Pipelines
    Row("Just(1).map { \"\\($0)\" }", after: "import Combine", gives: "Just<String>"),
    Row(
      "[1].publisher.filter { $0 > 1 }.eraseToAnyPublisher()", after: "import Combine",
      gives: "AnyPublisher<Int, Never>"),
    Row(
      "Just(1).setFailureType(to: Error.self).flatMap { Just(\"\\($0)\").setFailureType(to: Error.self) }.eraseToAnyPublisher()",
      after: "import Combine", gives: "AnyPublisher<String, any Error>"),
    Row(
      "Just(1).tryMap { $0 }.catch { _ in Just(0) }.eraseToAnyPublisher()", after: "import Combine",
      gives: "AnyPublisher<Int, Never>"),
  ]

  @Test(arguments: rows)
  func isSolved(_ row: Row) {
    let program = Program(host: VirtualHost(), library: LibraryPool.take())
    let session = program.openResults(of: "main")
    let written = row.wanted.map { ": " + $0 } ?? ""
    let checked = program.check(
      SourceText(file: "row", text: "\(row.context)\nlet it\(written) = \(row.expression)"), session: session)
    var result = checked.diagnostics.filter { $0.severity == .error }.map(\.message).joined(separator: "; ")
    if case .bind(_, _, let variables, _)? = checked.unit?.statements.last?.action, let variable = variables.first {
      result = variable.type.description
    }
    #expect(result == row.result)
    session.close()
    program.close()
  }
}
