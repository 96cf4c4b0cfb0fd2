// The promises of Protocol/README.md about order: O1 to O7.
import Engine
import Language
import Testing

@testable import Server

extension GuaranteeTests {
  @Test func o1RequestsTakeEffectInTheOrderInWhichTheyCome() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    atOnce([set(1, 5), #"{"id":2,"method":"store.get","params":{"path":"counter.n"}}"#, set(3, 6)], client)
    let lines = client.lines()
    #expect(number(lines[1], "value") == 5)
    #expect(try stage.engine.get("counter.n").value == .int(6))
    // Notifications and the members of batches are no exception.
    atOnce(
      [
        #"{"method":"store.set","params":{"path":"counter.n","value":7}}"#,
        "[" + set(4, 8) + "," + set(5, 9) + "]", #"{"id":6,"method":"store.get","params":{"path":"counter.n"}}"#,
      ], client)
    #expect(number(client.lines().last!, "value") == 9)
    let history = client.ask(#"{"id":7,"method":"store.history","params":{"path":"counter.n"}}"#)
    #expect(
      history[0].split(separator: "\"value\":").dropFirst().map { $0.prefix { $0.isNumber } } == [
        "9", "8", "7", "6", "5", "0",
      ])
  }

  @Test func o2AReplyComesBeforeWhatLaterRequestsCause() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    _ = client.ask(open(1, "w"))
    atOnce([#"{"id":2,"method":"session.ping"}"#, set(3, 1)], client)
    #expect(client.lines().map(type) == ["reply 2", "change", "reply 3"])
  }

  @Test func o3OnlyAsynchronousMethodsAreOvertaken() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    atOnce(
      [
        #"{"id":1,"method":"wait","params":{"path":"counter.n","timeout":"1s"}}"#, #"{"id":2,"method":"session.ping"}"#,
        set(3, 1), #"{"id":4,"method":"session.ping"}"#,
      ], client)
    #expect(client.lines().map(type) == ["reply 2", "reply 3", "reply 4", "reply 1"])
  }

  @Test func o4TheReplyToAnOpeningComesBeforeItsFirstEvent() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    atOnce([open(1, "w"), set(2, 1)], client)
    #expect(client.lines().map(type).first == "reply 1")
    // In a batch that waits for another member too.
    client.send(#"[{"id":3,"method":"wait","params":{"path":"counter.n"}},"# + open(4, "v") + "]")
    #expect(client.lines().isEmpty)
    let lines = client.ask(set(5, 2))
    let batch = try #require(lines.firstIndex { $0.hasPrefix("[") })
    let first = try #require(lines.firstIndex { $0.contains("\"sub\":\"v\"") && $0.contains("sub.event") })
    #expect(batch < first)
  }

  @Test func o5EventsOfASubscriptionAreNumberedWithoutHoles() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    _ = client.ask(open(1, "a"))
    _ = client.ask(open(2, "b", mode: "latest"))
    var lines: [String] = []
    for value in 1...20 { lines += client.ask(set(value + 2, value)) }
    lines += client.ask(#"{"id":99,"method":"sub.pause","params":{"sub":"a"}}"#)
    lines += client.ask(#"{"id":100,"method":"sub.resume","params":{"sub":"a"}}"#)
    for name in ["a", "b"] {
      let numbers = lines.filter { $0.contains("\"sub\":\"\(name)\",\"n\"") }.compactMap { number($0, "n") }
      #expect(numbers == Array(2..<2 + numbers.count), "\(name)")
    }
  }

  @Test func o6AfterTheReplyToAClosingNothingFollows() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    _ = client.ask(open(1, "w"))
    atOnce([set(2, 1), #"{"id":3,"method":"sub.close","params":{"sub":"w"}}"#, set(4, 2)], client)
    let types = client.lines().map(type)
    #expect(types.drop { $0 != "reply 3" }.dropFirst() == ["reply 4"])
  }

  @Test func o7TheReplyToAWriteComesAfterItsEvents() throws {
    let stage = try Stage(
      Source.counter + "\n" + """
        class Late: ObservableObject {
          @Published var n = 0
          init() { counter.$n.delay(for: 1, scheduler: DispatchQueue.main).assign(to: &$n) }
        }
        let late = Late()
        """)
    let client = try stage.connect()
    _ = client.ask(open(1, "w", paths: "**"))
    #expect(client.ask(set(2, 1)).map(type) == ["change", "reply 2"])
    let batch = client.ask("[" + set(9, 7) + "]")
    #expect(batch.count == 2 && type(batch[0]) == "change" && batch[1].hasPrefix("["))
    // And after those of its consequences, when it waits for them.
    stage.advance(by: .seconds(5))
    _ = client.lines()
    #expect(client.ask(set(3, 2, await: "derived")).map(type) == ["change"])
    stage.advance(by: .seconds(1))
    #expect(client.lines().map(type) == ["change", "reply 3"])
  }
}
