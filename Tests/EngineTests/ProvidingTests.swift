// Stores of other processes: what stays of them over absences, restarts and redefinitions. What is said and answered on the
// wire stands in `Protocol/transcripts/provide.txt`.
import Language
import Testing

@testable import Engine

@Suite struct ProvidingTests {
  private static func shape(
    _ total: Int, coupon: String = "", type: String = "Int", namespace: String? = "shop", isAsync: Bool = false
  ) -> ProvidedShape {
    ProvidedShape(
      namespace: namespace, types: [],
      stores: [
        .init(
          name: "cart", className: nil,
          properties: [
            .init(name: "total", typeName: type, isSettable: false, doc: "What it costs.", value: .int(total)),
            .init(name: "coupon", typeName: "String", isSettable: true, doc: nil, value: .string(coupon)),
          ],
          methods: [
            .init(
              name: "add", parameters: [.init(name: "price", label: nil, typeName: "Int")], result: "Int",
              isAsync: isAsync, isThrowing: true, doc: nil)
          ], doc: nil)
      ])
  }

  /// What a provider is asked, as it comes.
  private final class Till {
    var requests: [ProviderRequest] = []
    func texts() -> [String] {
      defer { requests = [] }
      return requests.map { request in
        switch request.kind {
        case .set(let changes): "set " + changes.map { "\($0.path)=\($0.value)" }.joined(separator: " ")
        case .call(let path, let arguments): "call \(path) \(arguments.map { "\($0.name)=\($0.value)" })"
        case .cancel(let number): "cancel \(number)"
        }
      }
    }
  }

  @discardableResult
  private func open(_ world: World, _ shape: ProvidedShape, till: Till? = nil, missed: Int = 0) throws
    -> Engine.Provided
  {
    var result: Result<Engine.Provided, EngineError>?
    world.engine.provide(
      "till", shape, session: "c2", patience: 5_000_000_000, missed: missed,
      give: { till?.requests.append($0) }
    ) { result = $0 }
    return try #require(result).get()
  }

  private func change(_ world: World, _ path: String, _ value: PortableValue) throws {
    _ = try world.engine.change("till", [.init(path: path, value: value)], session: "c2", request: nil)
  }

  private static let alarm = """
    class Alarm: ObservableObject { @Published var isLarge = false }
    let alarm = Alarm()
    let watching = shop.cart.$total.map { $0 > 10 }.assign(to: \\.isLarge, on: alarm)
    """

  @Test func pipelinesOutliveTheProviderAndTheDaemon() throws {
    let world = try World()
    try open(world, Self.shape(1))
    try world.eval(Self.alarm)
    try change(world, "cart.total", .int(12))
    #expect(try world.get("alarm.isLarge") == .bool(true))
    let again = try world.restarted()
    // It is declared, and away: nobody reads it, and what uses it has what was there.
    #expect(throws: EngineError.self) { try again.get("shop.cart.total") }
    #expect(again.engine.storeList.map(\.path) == ["alarm"])
    #expect(again.engine.providerStates.map(\.paths) == [["shop"]])
    #expect(try again.get("alarm.isLarge") == .bool(true))
    let back = try open(again, Self.shape(3), missed: 2)
    #expect(back.away != nil && back.away?.at == nil)
    #expect(try again.get("shop.cart.total") == .int(3))
    #expect(try again.get("alarm.isLarge") == .bool(false))
    try change(again, "cart.total", .int(40))
    #expect(try again.get("alarm.isLarge") == .bool(true))
    #expect(again.notices() == ["till back: 'till' is back; 2 of its changes while it was away are one here"])
  }

  @Test func versionsGoOnOverAnAbsence() throws {
    let world = try World()
    try open(world, Self.shape(1))
    try change(world, "cart.total", .int(2))
    let before = try world.engine.get("shop.cart.total").version
    _ = try world.engine.closeProvider("till", session: "c2")
    try open(world, Self.shape(2))
    #expect(try world.engine.get("shop.cart.total").version > before)
    #expect(
      try world.engine.history(of: "shop.cart.total", limit: 9).changes.map(\.change.value) == [
        .int(2), nil, .int(2), .int(1),
      ])
  }

  @Test func anotherShapeIsARedefinition() throws {
    let world = try World()
    try open(world, Self.shape(1))
    try world.eval(Self.alarm)
    _ = try world.engine.closeProvider("till", session: "c2")
    try open(world, Self.shape(20, type: "Double"))
    #expect(try world.get("alarm.isLarge") == .bool(true))
    _ = try world.engine.closeProvider("till", session: "c2")
    // What does not do for who uses it is refused, and the old one stays.
    #expect(throws: EngineError.self) { try open(world, Self.shape(0, type: "[Int]")) }
    try open(world, Self.shape(1, type: "Double"))
    #expect(try world.get("alarm.isLarge") == .bool(false))
  }

  @Test func otherDeclarationsLeaveTheStoresThere() throws {
    let world = try World()
    try open(world, Self.shape(7, coupon: "SAVE"))
    try world.eval("class Note { var text = \"\" }")
    try world.eval("class Note { var text = \"\"; var size = 1 }\nlet note = Note()")
    #expect(try world.get("shop.cart.total") == .int(7))
    #expect(try world.get("shop.cart.coupon") == .string("SAVE"))
    try change(world, "cart.total", .int(8))
    #expect(try world.get("shop.cart.total") == .int(8))
  }

  @Test func atTopLevelTheStoresHaveNoNameInFront() throws {
    let world = try World(signUp)
    try open(world, Self.shape(7, namespace: nil))
    #expect(try world.get("cart.total") == .int(7))
    #expect(throws: EngineError.self) { try world.eval("class Cart {}") }
    #expect(throws: EngineError.self) { try world.eval("let cart = 5") }
  }

  @Test func aPipelineAsksOnceWhatItDidIsKept() throws {
    let world = try World(signUp)
    let till = Till()
    try open(world, Self.shape(1), till: till)
    try world.eval("let link = signup.$username.sink { shop.cart.coupon = $0 }")
    try world.engine.flush()
    #expect(till.texts() == ["set cart.coupon=string(\"\")"])
    try world.set("signup.username", .string("ada"))
    #expect(till.texts() == [])
    try world.engine.flush()
    #expect(till.requests.first?.cause.via == ["signup.isValid", "link"] || till.requests.first?.cause.via == ["link"])
    let number = try #require(till.requests.first?.number)
    _ = try world.engine.answer("till", number, .refused("no coupons today"), [], session: "c2")
    #expect(world.notices().last?.hasSuffix("trouble no coupons today") == true)
  }

  @Test func aRequestEndsAtItsDeadline() throws {
    let world = try World()
    let till = Till()
    try open(world, Self.shape(1), till: till)
    var result: Result<Engine.WriteReceipt, EngineError>?
    let leave = world.engine.request([.init(path: "shop.cart.coupon", value: .string("A"))], .init(session: "c1")) {
      result = $0
    }
    #expect(leave != nil && till.texts() == ["set cart.coupon=string(\"A\")"])
    world.engine.advance(to: 4_999_999_999)
    #expect(result == nil)
    world.engine.advance(to: 5_000_000_000)
    guard case .failure(.unanswered(_, "till", _, 5_000_000_000))? = result else {
      Issue.record("\(String(describing: result))")
      return
    }
  }

  @Test func aCallThatIsGivenUpIsCancelled() throws {
    let world = try World()
    let till = Till()
    try open(world, Self.shape(1), till: till)
    let leave = world.engine.call("shop.cart.add", .list([.int(3)]), .init(session: "c1")) { _ in }
    let number = try #require(till.requests.first?.number)
    #expect(till.texts() == ["call cart.add [\"price=int(3)\"]"])
    leave?()
    #expect(till.texts() == ["cancel \(number)"])
  }

  /// What is asynchronous goes on in the transaction of a timer; who asked is not forgotten over that.
  @Test func whoCallsIsTheCause() throws {
    let world = try World()
    let till = Till()
    try open(world, Self.shape(1, isAsync: true), till: till)
    var result: Result<Engine.CallOutcome, EngineError>?
    let options = Engine.WriteOptions(session: "c1", request: "7")
    _ = world.engine.call("shop.cart.add", .list([.int(3)]), options) { result = $0 }
    world.engine.advance(to: 1)
    let request = try #require(till.requests.first)
    #expect(request.cause.by == "c1" && request.cause.request == "7")
    _ = try world.engine.answer(
      "till", request.number, .value(.int(1)), [.init(path: "cart.total", value: .int(4))], session: "c2")
    world.engine.advance(to: 2)
    #expect(try result?.get().value?.text == "1")
    let last = try world.engine.history(of: "shop.cart.total", limit: 1).changes.first
    #expect(last?.commit.cause.by == "c1")
  }

  @Test func whatIsRefusedHasItsReason() throws {
    let world = try World()
    for (shape, path) in [
      (Self.shape(1, type: "Int }"), "shop.cart.total"), (Self.shape(1, type: ""), "shop.cart.total"),
      (Self.shape(1, namespace: "a b"), "a b"),
      // Their classes would hide the library's from every program.
      (Self.shape(1, namespace: "int"), "int"), (Self.shape(1, namespace: "date"), "date"),
    ] {
      do {
        try open(world, shape)
        Issue.record("\(path) is taken")
      } catch EngineError.validation(let place, _) { #expect(place == path) }
    }
    do {
      try open(world, Self.shape(1, type: "Money"))
      Issue.record("a type that nobody knows is taken")
    } catch EngineError.refusedSource(let diagnostics, _) {
      #expect(diagnostics.map(\.message).contains { $0.contains("cannot find type 'Money' in scope") })
    }
    #expect(world.engine.storeList.isEmpty)
  }
}
