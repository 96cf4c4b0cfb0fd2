// An `encode(to:)` that writes a value as two kinds of things: Foundation's encoders trap, here it is a fault.
import InterpreterHarness
import Testing

@Suite struct EncoderRuleTests {
  private static let alreadySingle = "a second value cannot be encoded through a single value container"

  static let bodies: [(body: String, said: String)] = [
    (
      "var a = e.container(keyedBy: K.self); var b = e.unkeyedContainer(); try b.encode(1); try a.encode(1, forKey: .k)",
      "this is encoded as a keyed container already, and cannot be encoded as an unkeyed container too"
    ),
    ("var a = e.singleValueContainer(); try a.encode(1); try a.encode(2)", alreadySingle),
    (
      "var a = e.singleValueContainer(); try a.encodeNil(); var b = e.singleValueContainer(); try b.encode(2)",
      alreadySingle
    ),
    ("try 1.encode(to: e); try 2.encode(to: e)", alreadySingle),
    (
      "var a = e.singleValueContainer(); try a.encode(1); var b = e.unkeyedContainer(); try b.encode(1)",
      "this is encoded as a single value already, and cannot be encoded as an unkeyed container too"
    ),
    (
      "var a = e.container(keyedBy: K.self); _ = a.nestedContainer(keyedBy: K.self, forKey: .k); "
        + "_ = a.nestedUnkeyedContainer(forKey: .k)",
      "this is encoded as a keyed container already, and cannot be encoded as an unkeyed container too"
    ),
    // What may be done.
    (
      "var a = e.container(keyedBy: K.self); var b = e.container(keyedBy: K.self); try a.encode(1, forKey: .k); try b.encode(2, forKey: .l)",
      ""
    ),
    ("var a = e.unkeyedContainer(); try a.encode(1); var b = e.unkeyedContainer(); try b.encode(2)", ""),
    ("_ = e.singleValueContainer(); var a = e.container(keyedBy: K.self); try a.encode(1, forKey: .k)", ""),
    ("var a = e.container(keyedBy: K.self); try a.encode(1, forKey: .k); try a.encode(2, forKey: .k)", ""),
  ]

  @Test(arguments: bodies.indices, ["JSONEncoder", "PropertyListEncoder"])
  func aValueIsWrittenAsOneKindOfThing(_ index: Int, _ encoder: String) {
    let (body, said) = Self.bodies[index]
    let run = ProgramRun.onItsOwnStack(
      """
      import Foundation
      struct A: Encodable {
        enum K: String, CodingKey { case k, l }
        func encode(to e: any Encoder) throws { \(body) }
      }
      print(try \(encoder)().encode([A()]).isEmpty)
      """)
    #expect(run.errors.isEmpty)
    if said.isEmpty {
      #expect(run.failure == nil)
      #expect(run.output == "false\n")
    } else if encoder == "JSONEncoder" {
      #expect(run.failure?.contains("fault: " + said) == true)
    } else {
      #expect(run.failure != nil)
    }
  }
}
