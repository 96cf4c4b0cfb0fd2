/// The constraint system by itself: constraints in, what each variable is, or the message, out.
///
/// `a` to `d` are variables. A line says `a is an integer literal` (or floating, string, array, nil) of a variable that
/// stands for a literal, and otherwise what must hold.
import Foundation
import Testing

@testable import Language

@Suite struct SolverTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var given: [String]
    var result: String
    var testDescription: String { given.joined(separator: "; ") }

    init(_ given: String..., gives result: String) { (self.given, self.result) = (given, result) }
  }

  static let rows = [
    // Equal
    Row("a equals Int", gives: "a = Int"),
    Row("a equals b", "b equals String", gives: "a = String, b = String"),
    Row("[a] equals [Int]", gives: "a = Int"),
    Row("[a: b] equals [String: [Int]]", gives: "a = String, b = [Int]"),
    Row(
      "(a) -> b equals (Int, String) -> Bool",
      gives: "cannot convert value of type '(_) -> _' to specified type '(Int, String) -> Bool'"),
    Row("a equals Int", "a equals String", gives: "cannot convert value of type 'Int' to specified type 'String'"),
    Row("a equals [a]", gives: "cannot convert value of type '_' to specified type '[_]'"),
    // Convert
    Row("a converts to Int", gives: "a = Int"),
    Row("Int converts to a", "a converts to Int?", gives: "a = Int"),
    Row("Int converts to a?", gives: "a = Int"),
    Row("a converts to Int?", "a equals Int", gives: "a = Int"),
    Row(
      "Int? converts to a", "a converts to Int",
      gives: "value of optional type 'Int?' must be unwrapped to a value of type 'Int'"),
    Row("Dog converts to a", "Animal converts to a", gives: "a = Animal"),
    Row("Dog converts to Animal", "a equals Int", gives: "a = Int"),
    Row("Animal converts to Dog", gives: "cannot convert value of type 'Animal' to specified type 'Dog'"),
    Row("[Dog] converts to [Animal]", "a equals Int", gives: "a = Int"),
    Row("Person converts to any Named", "a equals Int", gives: "a = Int"),
    Row("Plain converts to any Named", gives: "value of type 'Plain' does not conform to specified type 'Named'"),
    Row("Int converts to Any", "a equals Int", gives: "a = Int"),
    // Literals
    Row("a is an integer literal", gives: "a = Int"),
    Row("a is an integer literal", "a converts to Double", gives: "a = Double"),
    Row(
      "a is a floating literal", "a converts to Int",
      gives: "cannot convert value of type 'Double' to specified type 'Int'"),
    Row("a is an integer literal", "b is a floating literal", "a equals b", gives: "a = Double, b = Double"),
    Row(
      "a is a string literal", "a converts to Character?",
      gives: "cannot convert value of type 'String' to specified type 'Character'"),
    Row("a is an integer literal", "a converts to Int8?", gives: "a = Int8"),
    Row("a is an integer literal", "a conforms to Hashable", gives: "a = Int"),
    // Conformance
    Row("a equals Key", "a conforms to Hashable", gives: "a = Key"),
    Row("Box<Int> conforms to Equatable", "a equals Int", gives: "a = Int"),
    Row(
      "a equals Box<Plain>", "a conforms to Equatable", gives: "type 'Plain' does not conform to protocol 'Equatable'"),
    Row("[a] conforms to Equatable", "a equals Key", gives: "a = Key"),
    // Members
    Row("String has count of type a", gives: "a = Int"),
    Row("Box<Dog> has value of type a", "a has age of type b", gives: "a = Dog, b = Int"),
    Row("a equals Dog", "a has name of type b", gives: "value of type 'Dog' has no member 'name'"),
    Row(
      "a equals Dog?", "a has age of type b",
      gives: "value of optional type 'Dog?' must be unwrapped to refer to member 'age' of wrapped base type 'Dog'"),
    Row("a equals [Int]", "a has Element inside, b", gives: "a = [Int], b = Int"),
    Row("a equals Person", "a has Name inside, b", gives: "a = Person, b = String"),
    // Optionals
    Row("a is an optional of b", "a equals Int?", gives: "a = Int?, b = Int"),
    // What is in it does not decide that it is one.
    Row(
      "a is an optional of b", "b equals Int", "a converts to c",
      gives: "type of expression is ambiguous without a type annotation"),
    // Nothing decides it
    Row("[a] converts to b", gives: "type of expression is ambiguous without a type annotation"),
  ]

  @Test(arguments: rows)
  func gives(_ row: Row) throws {
    let result = try Self.solve(row.given)
    #expect(result == row.result)
  }

  private static func solve(_ given: [String]) throws -> String {
    let reader = TypeReader()
    let (diagnostics, environment) = (Diagnostics(), reader.environment)
    let checker = Checker(environment: environment, diagnostics: diagnostics, stack: .current, session: nil)
    let file = SourceFile(SourceText(file: "constraints", text: "expression"))
    let context = FunctionContext(
      .initialValue, name: "constraints", parent: nil, file: file, environment: environment, nominal: nil)
    let system = ConstraintSystem(checker, context, environment)
    func origin() -> Expr { Expr(.name(Name(text: "expression", span: .none)), Span(start: 0, end: 10)) }

    let literals: [(String, LiteralKind)] = [
      (" is an integer literal", .integer), (" is a floating literal", .floating), (" is a string literal", .string),
    ]
    let words = Set(given.flatMap { $0.split { !$0.isLetter } }.map(String.init))
    let letters = TypeReader.letters.filter(words.contains)
    for letter in letters {
      _ = system.fresh(origin(), literal: literals.first { given.contains(letter + $0.0) }?.1)
    }
    func types(_ texts: [String]) -> [Type] {
      reader.types(texts).map { type in
        type.replacing(.parameters) { leaf in
          guard case .parameter(let parameter) = leaf else { return nil }
          return letters.firstIndex(of: parameter.name).map { .variable($0) }
        }
      }
    }
    for line in given where !line.hasSuffix("literal") {
      func parts(_ word: String) -> [String]? {
        guard let found = line.range(of: word) else { return nil }
        return [String(line[..<found.lowerBound]), String(line[found.upperBound...])]
      }
      if let sides = parts(" equals ") {
        let types = types(sides)
        system.add(.equal(types[0], types[1]), origin(), .initialization)
      } else if let sides = parts(" converts to ") {
        let types = types(sides)
        system.add(.convert(types[0], types[1]), origin(), .initialization)
      } else if let sides = parts(" conforms to ") {
        system.add(.conforms(types([sides[0]])[0], reader.proto(sides[1])), origin())
      } else if let sides = parts(" is an optional of ") {
        let types = types(sides)
        system.add(.optionalObject(types[0], types[1]), origin())
      } else if let sides = parts(" inside, "), let (base, name) = split(sides[0]) {
        let types = types([base, sides[1]])
        system.add(.dependent(base: types[0], name: name, result: types[1]), origin())
      } else if let sides = parts(" of type "), let (base, name) = split(sides[0]) {
        let types = types([base, sides[1]])
        system.add(.member(base: types[0], name: Name(text: name, span: .none), result: types[1]), origin())
      } else {
        preconditionFailure("no constraint: \(line)")
      }
    }
    guard let solution = system.solve() else {
      return "type of expression is ambiguous without a type annotation"
    }
    if !solution.fixes.isEmpty {
      system.explain(solution)
      return diagnostics.list.map(\.message).joined(separator: "; ")
    }
    return letters.enumerated().map { "\($1) = \(system.full(.variable($0)))" }.joined(separator: ", ")
  }

  private static func split(_ text: String) -> (String, String)? {
    guard let found = text.range(of: " has ") else { return nil }
    return (String(text[..<found.lowerBound]), String(text[found.upperBound...]))
  }
}
