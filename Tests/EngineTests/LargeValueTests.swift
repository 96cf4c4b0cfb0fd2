import Language
import Testing

@testable import Engine

/// Values that are small in memory, since they hold the same thing many times, and larger than anything as data.
@Suite struct LargeValueTests {
  @Test func aNameIsNotKeptAndThatIsSaid() throws {
    let world = try World("var dd: Any = [1]\nvar list: [[Int]] = [[1]]")
    try world.eval("for _ in 0..<60 { dd = [dd, dd] }\nprint(\"made\")")
    try world.engine.flush()
    let told = world.notices()
    #expect(told == ["test:1:5 warning the value of 'dd' has more bytes, over the limit of 8388608; it is not kept"])
    #expect(try world.restarted().eval("print((dd as? [Int]) as Any)").printed == ["Optional([1])"])
  }

  @Test func whatIsNestedTooDeeplyIsRefusedOrSaid() throws {
    let world = try World(
      """
      struct T: Codable { var l: [T] = [] }
      class S: ObservableObject { @Published var t = T(); var plain = T() }
      let s = S()
      var deep = T()
      func nested(_ depth: Int) -> T { var t = T(); for _ in 0..<depth { t = T(l: [t]) }; return t }
      """)
    try world.eval("s.t = nested(100); deep = nested(100)")
    for text in ["s.t = nested(300)", "s.plain = nested(300)"] {
      do {
        try world.eval(text)
        Issue.record("it was taken: \(text)")
      } catch let error as EngineError {
        guard case .validation(_, let rule) = error, rule.contains("deeper than 256 levels") else { throw error }
      }
    }
    #expect(world.notices() == [])
    try world.eval("deep = nested(300)")
    try world.engine.flush()
    #expect(
      world.notices().contains { $0.contains("the value of 'deep' is nested deeper than 256 levels; it is not kept") })
    let again = try world.restarted()
    #expect(try again.eval("print(s.t.l.count, deep.l.count)").printed == ["1 0"])
  }

  @Test func aPropertyDoesNotBecomeOne() throws {
    let world = try World(
      """
      struct T: Codable { var l: [T] = [] }
      class S: ObservableObject { @Published var t = T() }
      let s = S()
      func grow() { var t = T(); for _ in 0..<60 { t = T(l: [t, t]) }; s.t = t }
      """)
    do {
      try world.eval("grow()")
      Issue.record("it was taken")
    } catch let error as EngineError {
      guard case .tooLarge("s.t", nil, 8 << 20) = error else { throw error }
    }
    #expect(try world.eval("print(s.t.l.count)").printed == ["0"])
  }
}
