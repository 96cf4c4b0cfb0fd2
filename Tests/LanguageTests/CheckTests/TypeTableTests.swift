/// What is known of types: which protocols they conform to and on what condition, and what the types inside them are.
import Testing

@testable import Language

@Suite struct TypeTableTests {
  @Test(arguments: [
    ("Int", "Equatable", "yes"), ("Int", "Hashable", "yes"), ("Plain", "Equatable", "no"), ("Key", "Hashable", "yes"),
    ("[Int]", "Equatable", "yes, if Int: Equatable"), ("[Plain]", "Equatable", "yes, if Plain: Equatable"),
    ("Box<Int>", "Equatable", "yes, if Int: Equatable"), ("Box<Int>", "Hashable", "no"),
    ("Int?", "Hashable", "yes, if Int: Hashable"), ("Set<Int>", "Collection", "yes"), ("Dog", "Sendable", "yes"),
    ("Person", "Named", "yes"), ("Dog", "Named", "no"), ("Failure", "Error", "yes"), ("Failure", "Hashable", "yes"),
    ("(Int) -> Int", "Equatable", "no"), ("(Int, Int)", "Equatable", "no"), ("any Error", "Error", "yes"),
    ("any Named", "Named", "no"), ("String", "BidirectionalCollection", "yes"),
    ("String", "RandomAccessCollection", "no"), ("Range<Int>", "Sequence", "yes, if Int: BinaryInteger"),
  ])
  func conformance(_ type: String, _ proto: String, _ answer: String) {
    let reader = TypeReader()
    let text =
      switch reader.environment.conformance(of: reader.type(type), to: reader.proto(proto), context: []) {
      case .no: "no"
      case .yes(let conditions): (["yes"] + conditions.map { "if " + Self.text($0) }).joined(separator: ", ")
      }
    #expect(text == answer)
  }

  private static func text(_ requirement: Requirement) -> String {
    switch requirement {
    case .conforms(let type, let proto): "\(type): \(proto.name)"
    case .same(let left, let right): "\(left) == \(right)"
    case .subclass(let type, let base): "\(type): \(base)"
    }
  }

  @Test(arguments: [
    ("[Int]", "Element", "Int"), ("[String: Int]", "Key", "String"), ("[String: Int]", "Value", "Int"),
    ("[String: Int]", "Element", "(key: String, value: Int)"), ("String", "Index", "String.Index"),
    ("Person", "Name", "String"), ("Box<Int>", "T", "Int"), ("Set<Key>", "Element", "Key"), ("Dog", "Name", nil),
    ("Range<Int>", "Bound", "Int"), ("Int?", "Wrapped", "Int"), ("[[Dog]]", "Element", "[Dog]"),
  ])
  func memberType(_ base: String, _ name: String, _ expected: String?) {
    let reader = TypeReader()
    #expect(
      reader.environment.memberType(of: reader.type(base), named: name, context: []).map(\.description) == expected)
  }

  @Test(arguments: [
    ("Dog", "Animal", true), ("Animal", "Dog", false), ("Dog", "Dog", true), ("Plain", "Animal", false),
  ])
  func upcast(_ type: String, _ ancestor: String, _ isFound: Bool) throws {
    let reader = TypeReader()
    let target = try #require(reader.type(ancestor).nominal)
    #expect((reader.environment.upcast(reader.type(type), to: target) != nil) == isFound)
  }

  @Test(arguments: [
    "Int", "[Int]", "[String : [Int]]", "Int?", "(Int, String)", "(Int) -> String", "any Error", "Box<Dog>",
  ])
  func isWrittenAsSwiftDoes(_ text: String) {
    let reader = TypeReader()
    #expect(reader.type(text).description == text)
  }
}
