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
        case .watch(let store, let isWatched): "\(store) \(isWatched ? "watched" : "left")"
        }
      }
    }
  }

  @discardableResult
  private func open(
    _ world: World, _ shape: ProvidedShape, till: Till? = nil, missed: Int = 0
  ) throws -> Engine.Provided {
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
      try world.history(of: "shop.cart.total", limit: 9).map(\.change.value) == [
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

  /// Objects of one class are stores of one class, each of which is asked by its own name.
  @Test(arguments: ["shop", nil]) func storesMayBeOfOneClass(namespace: String?) throws {
    var shape = Self.shape(1, namespace: namespace)
    shape.stores[0].className = "Cart"
    shape.stores.append(shape.stores[0])
    shape.stores[1].name = "basket"
    shape.stores[1].properties[0].value = .int(2)
    let world = try World()
    let till = Till()
    try open(world, shape, till: till)
    let prefix = namespace.map { $0 + "." } ?? ""
    #expect(try world.get(prefix + "cart.total") == .int(1))
    #expect(try world.get(prefix + "basket.total") == .int(2))
    try world.eval("let both = [\(prefix)cart, \(prefix)basket]")
    func begin(_ text: String) {
      world.engine.evaluate([SourceText(file: "test", text: text)], session: "c1") { _ in }
    }
    begin("both[1].coupon = \"SAVE\"")
    #expect(till.texts() == [#"set basket.coupon=string("SAVE")"#])
    begin("try both[1].add(price: 3)")
    begin("try both[0].add(price: 4)")
    #expect(till.texts() == [#"call basket.add ["price=int(3)"]"#, #"call cart.add ["price=int(4)"]"#])

    shape.stores[1].properties[0].typeName = "Double"
    shape.stores[1].properties[0].value = .double(2)
    let other = try World()
    let refusal = #expect(throws: EngineError.self) { try open(other, shape) }
    guard case .validation(prefix + "basket", let rule)? = refusal else {
      Issue.record("\(refusal as Any)")
      return
    }
    #expect(
      rule
        == "its class is called 'Cart', as that of '\(prefix)cart', which has other members; say another one with 'type' (in Swift 'named')"
    )
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

  /// What follows here from a commit of a provider follows from setting that back; what has been set since is a conflict.
  @Test func aCommitFromWhichSomethingFollowsHereIsSetBack() throws {
    let world = try World()
    let till = Till()
    try open(world, Self.shape(1), till: till)
    try world.eval(
      """
      class Label: ObservableObject {
        @Published var text = ""
        @Published var note = ""
        init() { shop.cart.$coupon.assign(to: &$text) }
      }
      let label = Label()
      """)
    func undo(_ number: Int) throws -> CommitRecord? {
      var result: Result<CommitRecord?, Engine.UndoRefusal>?
      _ = world.engine.requestUndo(number, .init(session: "c1")) { result = $0 }
      if let request = till.requests.popLast() {
        guard case .set(let changes) = request.kind else { return nil }
        _ = try world.engine.answer(
          "till", request.number, .value(.null), changes.map { .init(path: $0.path, value: $0.value) }, session: "c2")
      }
      return try #require(result).get()
    }
    try change(world, "cart.coupon", .string("SAVE"))
    #expect(try world.get("label.text") == .string("SAVE"))
    #expect(try undo(world.engine.revision)?.changes.map(\.path) == ["shop.cart.coupon", "label.text"])
    #expect(try world.get("label.text") == .string(""))
    try change(world, "cart.coupon", .string("MORE"))
    let number = world.engine.revision
    try world.set("label.text", .string("own"))
    do {
      _ = try undo(number)
      Issue.record("it is set back")
    } catch Engine.UndoRefusal.changedSince(_, let path, _, _) { #expect(path == "label.text") }
    #expect(try world.get("shop.cart.coupon") == .string("MORE"))
  }

  /// Who refuses and does not say why is quoted with nothing.
  @Test func aRefusalWithoutAReasonIsOneAllTheSame() throws {
    let world = try World()
    let till = Till()
    try open(world, Self.shape(1), till: till)
    for reason in ["", " \n"] {
      var refusal: EngineError?
      _ = world.engine.request([.init(path: "shop.cart.coupon", value: .string("A"))], .init(session: "c1")) {
        if case .failure(let error) = $0 { refusal = error }
      }
      let number = try #require(till.requests.popLast()?.number)
      _ = try world.engine.answer("till", number, .refused(reason), [], session: "c2")
      #expect("\(try #require(refusal))".contains("the program that provides it does not say why"))
    }
    _ = try world.engine.closeProvider("till", session: "c2", note: "")
    #expect(world.notices().last == "till gone: 'till' has closed what it provides")
  }

  /// A name that holds a binding stands for what it leads to, also when that is asked for.
  @Test func aBindingLeadsToItsProperty() throws {
    let world = try World()
    let till = Till()
    try open(world, Self.shape(1), till: till)
    try world.eval(
      "let code = Bindable(shop.cart).coupon\nlet part = Bindable(shop.cart).coupon.limited(to: \"a\"...\"z\")")
    #expect(world.engine.isProvided("code"))
    #expect(try world.get("code") == .string(""))
    var results: [Bool] = []
    _ = world.engine.request([.init(path: "code", value: .string("A"))], .init(session: "c1")) {
      if case .success = $0 { results.append(true) } else { results.append(false) }
    }
    let number = try #require(till.requests.first?.number)
    #expect(till.texts() == ["set cart.coupon=string(\"A\")"])
    _ = try world.engine.answer(
      "till", number, .value(.null), [.init(path: "cart.coupon", value: .string("A"))], session: "c2")
    #expect(results == [true])
    #expect(try world.get("code") == .string("A"))
    // What is limited is asked for, too.
    #expect(world.engine.isProvided("part"))
    #expect(throws: EngineError.self) { try world.set("part", .string("b")) }
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
    let last = try world.history(of: "shop.cart.total", limit: 1).first
    #expect(last?.commit.cause.by == "c1")
  }

  @Test func whatIsRefusedHasItsReason() throws {
    let world = try World()
    for (shape, path) in [
      (Self.shape(1, type: "Int }"), "shop.cart.total"), (Self.shape(1, type: ""), "shop.cart.total"),
      (Self.shape(1, namespace: "a b"), "a b"),
      // They would hide the library's from every program, themselves or their classes.
      (Self.shape(1, namespace: "print"), "print"),
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
    } catch EngineError.refusedSource(let diagnostics, let rendered) {
      // Placed in what the client said, and not in the text that was made of it.
      #expect(diagnostics.map(\.message) == ["cannot find type 'Money' in scope"])
      #expect(diagnostics.map(\.file) == ["shop.cart.total"])
      #expect(rendered == "shop.cart.total:1:1: error: cannot find type 'Money' in scope\nMoney\n^\n")
    }
    #expect(world.engine.storeList.isEmpty)
  }

  /// Its second text is refused, and nothing is declared.
  private func expectRefusal(of text: String, in namespace: String?) throws {
    let world = try World()
    var shape = Self.shape(1, namespace: namespace)
    shape.types = ["struct Money { var cents = 0 }", text]
    do {
      try open(world, shape)
      Issue.record("'\(text)' is taken")
    } catch EngineError.validation(let path, _) { #expect(path == "types[1]") }
    #expect(world.engine.root.declarations.records.isEmpty)
  }

  @Test(arguments: ["let evil = 3", "struct A {}\nvar evil = 3", "print(1)"], ["shop", nil])
  func amongItsTypesAreNoValues(_ text: String, _ namespace: String?) throws {
    try expectRefusal(of: text, in: namespace)
  }

  @Test(arguments: [
    "func print(_ number: Int) {}", "func min(_ a: Int, _ b: Int) -> Int { 0 }", "struct Date { var n = 0 }",
    "enum Result { case none }", "typealias Int = String", "func + (a: Money, b: Money) -> Money { a }",
    "infix operator <+>", "extension Array { var isLong: Bool { count > 9 } }",
    "extension [Int] { var isLong: Bool { true } }",
    "typealias List = Array\nextension List { var isLong: Bool { true } }",
    "extension Swift.Int { var isLong: Bool { true } }",
    "protocol `Equatable` {}",
  ])
  func whatTheLibraryHasStaysEverybodys(_ text: String) throws {
    try expectRefusal(of: text, in: nil)
  }

  @Test(arguments: ["shop", nil]) func whatIsItsOwnItDeclares(_ namespace: String?) throws {
    let world = try World()
    var shape = Self.shape(1, type: "Money", namespace: namespace)
    shape.stores[0].properties[0].value = .record([.init("cents", .int(3))])
    shape.types = [
      "struct Money: Codable { var cents = 0; static func + (a: Money, b: Money) -> Money { a } }",
      namespace == nil ? "extension Money { var isMuch: Bool { cents > 1 } }" : "typealias Price = Money",
      "enum Side { case left, right }",
    ]
    try open(world, shape)
    #expect(try world.get("\(namespace.map { $0 + "." } ?? "")cart.total.cents") == .int(3))
  }

  /// Braces that one text opens and another closes would put anything beside its stores.
  @Test(arguments: ["shop", nil]) func eachOfItsTypesIsSwiftByItself(_ namespace: String?) throws {
    let world = try World()
    var shape = Self.shape(1, namespace: namespace)
    shape.types = ["struct A {", "}\nlet evil = 3"]
    #expect(throws: EngineError.self) { try open(world, shape) }
    shape.types = ["}\nlet evil = 3\nclass B {"]
    #expect(throws: EngineError.self) { try open(world, shape) }
    #expect(world.engine.root.declarations.records.isEmpty)
  }

  /// What is not said at the opening is told later.
  @Test(arguments: [
    "Duration", "Range<Int>", "ClosedRange<Double>", "PartialRangeFrom<Int>", "PartialRangeThrough<Date>",
    "Measurement<UnitLength>", "Measurement<UnitEnergy>", "TimeZone", "DateInterval", "Locale", "Calendar",
    "DateComponents", "URLComponents", "Character", "(Int, String)", "(a: Int, b: TimeZone)", "First", "Loop",
    "[First]", "Pair", "IndexSet", "Decimal",
  ])
  func aValueOfAnyTypeMayComeLater(_ type: String) throws {
    let world = try World()
    var shape = Self.shape(1, type: type)
    shape.types = [
      "indirect enum First: Codable, Equatable { case some(Int), named(x: Int, y: Calendar) }",
      "indirect enum Loop: Codable, Equatable { case more(Loop, Loop), end(Range<Int>) }",
      "struct Pair: Codable, Equatable { var a: Duration; var b: DateInterval }",
    ]
    shape.stores[0].properties[0].value = nil
    try open(world, shape)
    let blank = try world.get("shop.cart.total")
    try change(world, "cart.total", blank)
    #expect(try world.get("shop.cart.total") == blank)
  }

  @Test func aRefusalWhileItsStoresAreMadeLeavesNothing() throws {
    let world = try World()
    for namespace in ["shop", nil] {
      var shape = Self.shape(1, type: "Loop", namespace: namespace)
      shape.types = ["struct Loop { var next: () -> Int }"]
      shape.stores[0].properties[0].value = nil
      #expect(throws: EngineError.self) { try open(world, shape) }
      #expect(world.engine.root.declarations.records.isEmpty)
      #expect(world.engine.providerStates.isEmpty)
    }
    try open(world, Self.shape(1))
  }

  @Test(arguments: ["shop", nil]) func whatIsWrongInItsTypesIsPlacedThere(_ namespace: String?) throws {
    let world = try World()
    var shape = Self.shape(1, namespace: namespace)
    shape.types = ["struct A { var n: Int }", "struct B {\n  var a: A\n  var m: Money\n}"]
    do {
      try open(world, shape)
      Issue.record("a type that nobody knows is taken")
    } catch EngineError.refusedSource(let diagnostics, let rendered) {
      #expect(diagnostics.map(\.file) == ["types[1]"])
      #expect(diagnostics.first?.start == Diagnostic.Position(line: 3, column: 10))
      #expect(rendered.hasSuffix("\n  var m: Money\n         ^\n"))
    }
  }

  @Test func itHearsWhoWatchesItsStores() throws {
    let world = try World()
    let till = Till()
    var shape = Self.shape(1)
    shape.stores[0].hearsWatchers = true
    shape.stores.append(.init(name: "desk", className: nil, properties: [], methods: [], doc: nil))
    try open(world, shape, till: till)
    func work() -> [Ownership.Work] { world.engine.ownership(of: world.engine.storeList).map(\.work) }
    #expect(world.engine.storeList.map(\.path) == ["shop", "shop.cart", "shop.desk"])
    #expect(work() == [.none, .waiting, .none])
    func texts() -> [String] {
      world.engine.advance(to: world.engine.now)
      return till.texts()
    }
    #expect(texts() == [])
    try world.watch("**", name: "all")
    #expect(texts() == [])
    try world.watch("shop.cart.total", name: "a")
    try world.watch("shop.**", name: "b")
    #expect(texts() == ["cart watched"])
    #expect(work() == [.none, .running, .none])
    try world.engine.delivery.close(name: "a", session: "c1")
    // The objects that stand for its stores are others from now on.
    try world.eval("let other = shop.cart.$total.sink { _ in }")
    try world.eval("let other = shop.cart.$total.map { $0 + 1 }.sink { _ in }")
    #expect(texts() == [])
    try world.engine.delivery.close(name: "b", session: "c1")
    #expect(texts() == ["cart left"])
  }
}

/// Who may declare what, and what is left of a provider that was refused or is not wanted any more.
@Suite struct ProvidedNamesTests {
  private static func shape(
    _ store: String, class className: String? = nil, namespace: String? = nil, type: String = "Int",
    value: PortableValue = .int(1)
  ) -> ProvidedShape {
    ProvidedShape(
      namespace: namespace, types: [],
      stores: [
        .init(
          name: store, className: className,
          properties: [.init(name: "n", typeName: type, isSettable: true, doc: nil, value: value)], methods: [],
          doc: nil)
      ])
  }

  private func open(_ world: World, _ name: String, _ shape: ProvidedShape, taken: Bool = false) throws {
    var result: Result<Engine.Provided, EngineError>?
    let give: ((ProviderRequest) -> Void)? = taken ? nil : { _ in }
    world.engine.provide(name, shape, session: "c2", patience: 5_000_000_000, give: give) { result = $0 }
    _ = try #require(result).get()
  }

  private func isRefused(_ world: World, _ name: String, _ shape: ProvidedShape) -> Bool {
    do { try open(world, name, shape) } catch { return true }
    return false
  }

  @Test func theNamesOfOneThatIsAwayAreItsOwn() throws {
    let world = try World()
    for namespace in [nil, "shop"] {
      try open(world, "first", Self.shape("cart", namespace: namespace))
      _ = try world.engine.closeProvider("first", session: "c2")
      // It says the same, and is another one all the same.
      #expect(isRefused(world, "second", Self.shape("cart", namespace: namespace)))
      try open(world, "first", Self.shape("cart", namespace: namespace))
      _ = try world.engine.closeProvider("first", session: "c2")
      _ = try world.engine.removeDeclaration(namespace ?? "cart", session: "c1")
      try open(world, "second", Self.shape("cart", namespace: namespace))
      _ = try world.engine.closeProvider("second", session: "c2")
      _ = try world.engine.removeDeclaration(namespace ?? "cart", session: "c1")
      #expect(world.engine.root.declarations.records.isEmpty)
    }
  }

  @Test(arguments: [
    ("_", nil), ("class", nil), ("Combine", nil), ("", nil), ("a b", nil), ("cart", "Void"), ("cart", "_"),
    ("cart", "Swift"), ("cart", "String"), ("cart", "self"), (String(repeating: "x", count: 300), nil),
  ])
  func aNameThatCannotBeLeavesNothing(_ store: String, _ className: String?) throws {
    let world = try World()
    #expect(isRefused(world, "till", Self.shape(store, class: className)))
    #expect(world.engine.root.declarations.records.isEmpty)
    #expect(world.engine.providerStates.isEmpty)
  }

  @Test(arguments: ["_", "for", "in", "price", nil]) func aLabelMayBeAKeyword(_ label: String?) throws {
    let world = try World()
    var shape = Self.shape("cart")
    shape.stores[0].methods = [
      .init(
        name: "add", parameters: [.init(name: "n", label: label, typeName: "Int")], result: "Int", isAsync: false,
        isThrowing: true, doc: nil)
    ]
    try open(world, "till", shape)
    let spelled = label.map { $0 == "_" ? "" : $0 + ": " } ?? "n: "
    world.engine.evaluate([SourceText(file: "test", text: "try cart.add(\(spelled)1)")], session: "c1") { result in
      if case .failure(let error) = result { Issue.record("\(error)") }
    }
    #expect(world.engine.providerStates.first?.provider?.unanswered == 1)
  }

  @Test(arguments: ["class", "default", "in", "repeat"]) func aMemberMayBeAKeyword(_ name: String) throws {
    let world = try World()
    var shape = Self.shape("cart")
    shape.stores[0].properties[0].name = name
    shape.stores[0].methods = [
      .init(
        name: name + "All", parameters: [.init(name: name, label: nil, typeName: "Int")], result: "Int",
        isAsync: false, isThrowing: true, doc: nil),
      .init(
        name: "where", parameters: [], result: nil, isAsync: false, isThrowing: true, doc: nil),
    ]
    try open(world, "till", shape)
    #expect(try world.engine.get("cart." + name).value == .int(1))
    world.engine.evaluate([SourceText(file: "test", text: "try cart.\(name)All(\(name): 1)")], session: "c1") {
      result in
      if case .failure(let error) = result { Issue.record("\(error)") }
    }
    #expect(world.engine.providerStates.first?.provider?.unanswered == 1)
  }

  @Test(arguments: ["init", "self", "Type", "subscript"]) func someWordsAreNoNames(_ name: String) throws {
    let world = try World()
    var shape = Self.shape("cart")
    shape.stores[0].properties[0].name = name
    #expect(isRefused(world, "till", shape))
  }

  @Test(arguments: ["", " ", "a\nb", " a", "timer", String(repeating: "n", count: 257)])
  func aProviderHasAName(_ name: String) throws {
    let world = try World()
    #expect(isRefused(world, name, Self.shape("cart")))
  }

  @Test func aValueOfAnotherTypeLeavesNothing() throws {
    let world = try World()
    #expect(isRefused(world, "till", Self.shape("cart", value: .string("one"))))
    #expect(world.engine.root.declarations.records.isEmpty)
    try world.eval("class Cart {}\nlet cart = Cart()")
  }

  @Test func whatItDeclaredBeforeStaysWhenItIsRefused() throws {
    let world = try World()
    try open(world, "till", Self.shape("cart"))
    _ = try world.engine.closeProvider("till", session: "c2")
    let before = world.engine.root.declarations.records.map(\.text)
    #expect(isRefused(world, "till", Self.shape("cart", type: "String", value: .int(1))))
    #expect(world.engine.root.declarations.records.map(\.text) == before)
    try open(world, "till", Self.shape("cart"))
    #expect(try world.get("cart.n") == .int(1))
  }

  @Test func requestsThatWereNeverMadeAreNotAnswered() throws {
    let world = try World()
    try open(world, "till", Self.shape("cart"), taken: true)
    var results: [Bool] = []
    func ask() {
      _ = world.engine.request([.init(path: "cart.n", value: .int(2))], .init(session: "c1")) {
        if case .success = $0 { results.append(true) } else { results.append(false) }
      }
    }
    var number = 0
    let take: (Result<ProviderRequest, EngineError>) -> Void = {
      if case .success(let asked) = $0 { number = asked.number }
    }
    func answer(_ number: Int) throws -> Bool {
      try world.engine.answer("till", number, .value(.null), [], session: "c2").isWanted
    }
    ask()
    _ = try world.engine.nextRequest("till", session: "c2", take)
    #expect(throws: EngineError.self) { try answer(number + 1) }
    #expect(try answer(number))
    #expect(throws: EngineError.self) { try answer(number) }
    // One that comes too late is answered once, too.
    ask()
    _ = try world.engine.nextRequest("till", session: "c2", take)
    world.engine.advance(to: 6_000_000_000)
    #expect(results == [true, false])
    #expect(try !answer(number))
    #expect(throws: EngineError.self) { try answer(number) }
  }

  @Test func everythingIsRemovedButWhatIsProvided() throws {
    let world = try World(
      """
      struct Item: Codable, Equatable { var id = 0 }
      class Parent: ObservableObject { @Published var child: Child? }
      class Child: ObservableObject { weak var parent: Parent? }
      let parent = Parent()
      """)
    var shape = Self.shape("cart", type: "Item", value: .record([.init("id", .int(3))]))
    shape.types = ["struct Item: Codable, Equatable { var id = 0 }"]
    try open(world, "till", shape)
    let (removed, kept) = try world.engine.removeEverything(session: "c1")
    #expect(removed == ["Parent", "Child", "parent"])
    #expect(kept == ["Item", "Cart", "cart"])
    #expect(try world.get("cart.n") == .record([.init("id", .int(3))]))
    _ = try world.engine.closeProvider("till", session: "c2")
    #expect(try world.engine.removeEverything(session: "c1").kept.isEmpty)
    #expect(world.engine.root.declarations.records.isEmpty)
    #expect(try world.restarted().engine.root.declarations.records.isEmpty)
  }

  /// It worked on it while its connection was lost: what it did is not lost with the request.
  @Test func anAnswerOverANewConnectionKeepsWhatChanged() throws {
    let world = try World()
    var asked: [Int] = []
    let shape = Self.shape("cart")
    func open() {
      world.engine.provide("till", shape, session: "c2", patience: 5_000_000_000, give: { asked.append($0.number) }) {
        _ in
      }
    }
    open()
    _ = world.engine.request([.init(path: "cart.n", value: .int(2))], .init(session: "c1")) { _ in }
    _ = try world.engine.closeProvider("till", session: "c2")
    open()
    let answered = try world.engine.answer(
      "till", asked[0], .value(.null), [.init(path: "cart.n", value: .int(7))], session: "c2")
    #expect(!answered.isWanted)
    #expect(try world.get("cart.n") == .int(7))
  }

  /// As a text that `combinectl export` gave and `run` brought to another daemon.
  @Test func whatWasBroughtAsSourceIsOfWhoOpensItFirst() throws {
    let world = try World()
    try open(world, "first", Self.shape("cart"))
    let text = world.engine.root.declarations.records.map(\.text).joined(separator: "\n")
    let other = try World(text)
    try open(other, "first", Self.shape("cart"))
    _ = try other.engine.closeProvider("first", session: "c2")
    #expect(isRefused(other, "second", Self.shape("cart")))
    // It stays so over a restart.
    let again = try other.restarted()
    #expect(isRefused(again, "second", Self.shape("cart")))
    try open(again, "first", Self.shape("cart"))
  }

  @Test func aTypeThatTheProgramDeclaresAlikeIsShared() throws {
    let world = try World("struct Item: Codable, Equatable { var id = 0 }")
    var shape = Self.shape("cart", type: "Item", value: .record([.init("id", .int(3))]))
    shape.types = ["struct Item: Codable, Equatable { var id = 0 }"]
    try open(world, "till", shape)
    _ = try world.engine.closeProvider("till", session: "c2")
    _ = try world.engine.removeDeclaration("cart", session: "c1")
    #expect(world.engine.root.declarations.records.map(\.names) == [["Item"]])
  }

  @Test func whoWaitsForARequestHearsTheEnd() throws {
    let world = try World()
    try open(world, "till", Self.shape("cart"), taken: true)
    var ends = 0
    for _ in 0..<3 {
      _ = try world.engine.nextRequest("till", session: "c2") { if case .failure = $0 { ends += 1 } }
    }
    _ = try world.engine.closeProvider("till", session: "c2")
    #expect(ends == 3)
    // Whoever is sent them as they come has nothing to ask for.
    try open(world, "till", Self.shape("cart"))
    #expect(throws: EngineError.self) { _ = try world.engine.nextRequest("till", session: "c2") { _ in } }
  }

  @Test func theNewestOfAPipelineIsNotLost() throws {
    let world = try World()
    var asked: [(number: Int, value: PortableValue)] = []
    let give: (ProviderRequest) -> Void = {
      if case .set(let changes) = $0.kind { asked.append(($0.number, changes[0].value)) }
    }
    world.engine.provide("till", Self.shape("cart"), session: "c2", patience: 5_000_000_000, give: give) { _ in }
    try world.eval(
      """
      class Source: ObservableObject { @Published var n = 0 }
      let source = Source()
      let feed = source.$n.dropFirst().assign(to: \\.n, on: cart)
      """)
    for number in 1...200 {
      try world.set("source.n", .int(number))
      try world.engine.flush()
    }
    #expect(asked.count == Provider.requestsMax)
    #expect(!world.notices().contains { $0.contains("trouble") })
    while let next = asked.first {
      asked.removeFirst()
      _ = try world.engine.answer(
        "till", next.number, .value(.null), [.init(path: "cart.n", value: next.value)], session: "c2")
    }
    #expect(try world.get("cart.n") == .int(200))
    #expect(!world.notices().contains { $0.contains("trouble") })
  }
}
