// Compiled objects as stores of a real daemon: within this process, and in one of its own that is killed.
import Combine
import CombineClient
import Foundation
import Glibc
import TestSupport
import Testing
import Wire

@testable import Stores

private struct Item: Codable, Hashable, Identifiable {
  var id: Int
  var title: String
}

@MainActor
private final class Cart: ObservableObject {
  @Published var coupon = ""
  @Published private(set) var items: [Item] = []
  @Published private(set) var total = 0.0
  /// No client sees it.
  @Published private var work: AnyCancellable?

  init() {
    $coupon.combineLatest($items).map { coupon, items in Double(items.count) * (coupon.isEmpty ? 10 : 5) }
      .assign(to: &$total)
  }

  func add(_ item: Item, count: Int) throws -> Int {
    guard count > 0 else { throw StoresError("nothing is not added") }
    for _ in 0..<count { items.append(item) }
    return items.count
  }

  func wait() async { await Task.yield() }
}

/// Finds the cart by its type, and keeps something to itself.
@MainActor
private final class Desk: ObservableObject {
  @EnvironmentObject var cart: Cart
  @Published var number = 1
  @Published var notes = ""
}

private struct Offline: Error, LocalizedError { var errorDescription: String? { "You are offline." } }

/// Loads when it is watched, and fetches when it is asked.
@MainActor
private final class Library: ObservableObject {
  @Published var books = LoadState<[String]>.idle
  @Get(\.songTitles) var songs
  private(set) var loads = 0
  var isOffline = false

  func load() async throws -> [String] {
    loads += 1
    if isOffline { throw Offline() }
    return ["Dune"]
  }
}

extension Endpoints {
  fileprivate var songTitles: Endpoint<[String]> { Endpoint(placeholder: ["…"]) { ["One", "Two"] } }
}

/// Its list is edited from two sides.
@MainActor private final class Basket: ObservableObject { @Published var items: [Item] = [] }

/// Counts how often it is coded.
private enum Counted: String, Codable, CaseIterable {
  case one = "1"
  @MainActor static var codings = 0
  init?(rawValue: String) { self = .one }
  var rawValue: String {
    MainActor.assumeIsolated { Counted.codings += 1 }
    return "1"
  }
}

private final class Note: Codable { var text = "" }

@MainActor private final class Noted: ObservableObject {
  @Published var notes = [Note()]
}

@MainActor private final class Long: ObservableObject {
  @Published var elements = Array(repeating: Counted.one, count: 100)
  @Published var number = 0
}

/// Tells what is not of the type that was declared, and what is too long for a message.
@MainActor
private final class Teller: ObservableObject {
  enum Mood: String, Codable { case good, bad }
  enum Inner { enum Mood: String, Codable, CaseIterable { case calm } }
  @Published var mood = Mood.good
  @Published var other = Inner.Mood.calm
  @Published var n = 0
  @Published var x = 0.0
  @Published var date = Date(timeIntervalSince1970: 0)
  @Published var text = ""
  @Published var items: [Item] = []

  func turn() -> Int {
    mood = .bad
    return 7
  }

  func give(_ count: Int) -> String { String(repeating: "x", count: count) }

  func fill(_ count: Int) -> String {
    text = give(2 * count)
    return give(count)
  }
}

/// A property of each type that is found out by itself, and may not be nil.
@MainActor
private final class Plain: ObservableObject {
  @Published var duration = Duration.milliseconds(1500)
  @Published var range = 1..<3
  @Published var closed = 1.0...3.5
  @Published var from = 2...
  @Published var through = ...Date(timeIntervalSince1970: 0)
  @Published var length = Measurement(value: 1.5, unit: UnitLength.kilometers)
  @Published var zone = TimeZone(identifier: "Europe/Paris")!
  @Published var locale = Locale(identifier: "de_DE")
  @Published var calendar = Calendar(identifier: .gregorian)
  @Published var components = DateComponents(year: 2026, month: 2)
  @Published var interval = DateInterval(start: Date(timeIntervalSinceReferenceDate: 1), duration: 2)
  @Published var address = URLComponents(string: "https://a.b/c")!
  @Published var indices = IndexSet([1, 2, 9])
  @Published var decimal = Decimal(string: "0.25")!
  @Published var id = UUID()
  @Published var url = URL(string: "https://a.b/c?d=e")!
  @Published var data = Data([1, 2, 255])
  @Published var items: Set<Item> = [Item(id: 1, title: "tea")]
  @Published var state = LoadState<[Int]>.loaded([1])

  func written() throws -> [String: JSONValue] {
    [
      "duration": try ValueCoding.encode(duration), "range": try ValueCoding.encode(range),
      "closed": try ValueCoding.encode(closed), "from": try ValueCoding.encode(from),
      "through": try ValueCoding.encode(through), "length": try ValueCoding.encode(length),
      "zone": try ValueCoding.encode(zone), "locale": try ValueCoding.encode(locale),
      "calendar": try ValueCoding.encode(calendar), "components": try ValueCoding.encode(components),
      "interval": try ValueCoding.encode(interval), "address": try ValueCoding.encode(address),
      "indices": try ValueCoding.encode(indices), "decimal": try ValueCoding.encode(decimal),
      "id": try ValueCoding.encode(id), "url": try ValueCoding.encode(url), "data": try ValueCoding.encode(data),
      "items": try ValueCoding.encode(items), "state": try ValueCoding.encode(state),
    ]
  }
}

/// What comes to be so within two minutes; nothing here waits for a time.
@MainActor
private func reached(_ condition: () async throws -> Bool) async rethrows -> Bool {
  let deadline = ContinuousClock.now + .seconds(120)
  while ContinuousClock.now < deadline {
    if try await condition() { return true }
    await Task.yield()
  }
  return false
}

@MainActor
private func isThere(_ path: String, _ client: CombineClient) async -> Bool {
  (try? await client.call(StoreGet.self, .init(path: path))) != nil
}

@MainActor
private func kind(_ body: () async throws -> Void) async -> String {
  do {
    try await body()
    return "nothing"
  } catch ClientError.refused(let error) { return error.kind } catch { return "\(error)" }
}

@MainActor
private func sentence(_ body: () async throws -> Void) async -> String {
  do {
    try await body()
    return "nothing"
  } catch ClientError.refused(let error) { return error.message } catch { return "\(error)" }
}

@Suite(.timeLimit(.minutes(10))) @MainActor struct StoreServerTests {
  private func expose(_ cart: Cart, _ server: StoreServer) throws {
    // The main actor has other tests to run meanwhile.
    server.deadline = .seconds(600)
    try server.expose(cart, as: "cart") { store in
      store.settable("coupon", \.coupon) { $0.count > 5 ? "a coupon has five letters at most" : nil }
      store.method("add", "item", "count") { (cart, item: Item, count: Int) in try cart.add(item, count: count) }
      store.method("wait") { cart in await cart.wait() }
    }
  }

  @Test func othersReadSetCallAndWatch() async throws {
    let daemon = try RealDaemon()
    let cart = Cart()
    let server = try StoreServer.attach(namespace: "shop", to: daemon.socket)
    let desk = Desk()
    #expect(throws: StoresError.self) { try server.expose(desk, as: "desk") }
    try expose(cart, server)
    try server.expose(desk, as: "desk") { $0.hide("notes") }
    #expect(desk.cart === cart)
    try await server.ready()
    let client = try CombineClient.connect(to: daemon.socket)
    #expect(await isThere("shop.desk.number", client))
    #expect(await !isThere("shop.desk.notes", client))
    #expect(try await client.get("shop.cart.total", as: Double.self) == 0)
    try await client.evaluate(
      "class Alarm: ObservableObject { @Published var isLarge = false }\nlet alarm = Alarm()\n"
        + "let watching = shop.cart.$total.map { $0 >= 20 }.assign(to: \\.isLarge, on: alarm)")

    let arguments = try JSONValue(parsing: #"[{"id":1,"title":"tea"},2]"#)
    #expect(try await client.callMethod("shop.cart.add", arguments, as: Int.self) == 2)
    #expect(try await client.get("shop.cart.total", as: Double.self) == 20)
    #expect(try await client.get("alarm.isLarge", as: Bool.self))
    #expect(cart.items.count == 2)

    try await client.set("shop.cart.coupon", to: "SAVE")
    #expect(cart.coupon == "SAVE" && cart.total == 10)
    #expect(try await client.get("shop.cart.total", as: Double.self) == 10)
    #expect(try await client.evaluate("shop.cart.coupon = \"MORE\"\nprint(shop.cart.coupon)").printed == ["MORE"])

    #expect(await kind { try await client.set("shop.cart.coupon", to: "TOO LONG") } == "validation")
    #expect(await kind { try await client.set("shop.cart.total", to: 7.0) } == "readOnly")
    let none = try JSONValue(parsing: #"[{"id":1,"title":"tea"},0]"#)
    #expect(await kind { try await client.callMethod("shop.cart.add", none) } == "thrown")
    try await client.callMethod("shop.cart.wait")

    // What the object does by itself is told.
    cart.coupon = "OWN"
    #expect(try await reached { try await client.get("shop.cart.coupon", as: String.self) == "OWN" })

    // What it was, and setting it back; what has changed since is not overwritten.
    cart.coupon = "NEXT"
    let history = try await server.history(of: "cart.coupon", as: String.self, limit: 2)
    #expect(history.map(\.value) == ["NEXT", "OWN"] && history.map(\.old) == ["OWN", "MORE"])
    try await server.undo(history[0].revision)
    #expect(cart.coupon == "OWN" && cart.total == 10)
    await #expect(throws: StoresError.self) { try await server.undo(history[1].revision) }
    await #expect(throws: StoresError.self) { _ = try await server.history(of: "cart.cupon", as: String.self).count }
    #expect(cart.coupon == "OWN")
    await server.close()
    #expect(await reached { await !isThere("shop.cart", client) })
    await client.close()
  }

  /// A long list is not coded anew because something else has changed.
  @Test func onlyWhatHasChangedIsCoded() async throws {
    let daemon = try RealDaemon()
    let server = try StoreServer.attach(namespace: "t", to: daemon.socket)
    let long = Long()
    try server.expose(long, as: "long")
    try await server.ready()
    await server.tellAll()
    let before = Counted.codings
    #expect(before > 0)
    for number in 1...5 {
      long.number = number
      await server.tellAll()
    }
    #expect(Counted.codings == before)
    long.elements.append(.one)
    await server.tellAll()
    // An object becomes another where it is.
    let noted = Noted()
    try server.expose(noted, as: "noted")
    try await server.ready()
    await server.tellAll()
    noted.notes[0].text = "new"
    await server.tellAll()
    #expect(Counted.codings > before)
    let client = try CombineClient.connect(to: daemon.socket)
    #expect(try await client.get("t.long.number", as: Int.self) == 5)
    #expect(try await client.get("t.noted.notes[0].text", as: String.self) == "new")
    #expect(try await client.evaluate("print(t.long.elements.count)").printed == ["101"])
    await client.close()
    await server.close()
  }

  /// What a method exposes comes when that has been answered.
  @Test func aMethodExposesAnother() async throws {
    let daemon = try RealDaemon()
    let server = try StoreServer.attach(namespace: "shop", to: daemon.socket)
    let cart = Cart()
    try expose(cart, server)
    func sell(_ basket: Basket, as name: String) throws {
      try server.expose(basket, as: name) { store in
        store.settable("items", \.items)
        store.method("open", "_", "as") { (_, id: Int, name: String) in
          let basket = Basket()
          basket.items = [Item(id: id, title: "tea")]
          try sell(basket, as: name)
          cart.coupon = name
        }
      }
    }
    try sell(Basket(), as: "first")
    try await server.ready()
    let client = try CombineClient.connect(to: daemon.socket)
    for (id, name) in [(1, "second"), (2, "third"), (3, "second")] {
      try await client.callMethod("shop.first.open", [.int(id), .string(name)])
      try await server.ready()
      #expect(try await client.get("shop.\(name).items[0].id", as: Int.self) == id)
      #expect(try await client.get("shop.cart.coupon", as: String.self) == name)
    }
    try await client.evaluate("try await shop.second.open(4, as: \"third\")")
    try await server.ready()
    #expect(try await client.get("shop.third.items[0].id", as: Int.self) == 4)
    try await client.set("shop.third.items[0].id", to: 5)
    #expect(try await client.get("shop.second.items[0].id", as: Int.self) == 3)
    await client.close()
    await server.close()
  }

  /// Statements that append to a list to which the object appends by itself: all of it is there, but what was refused.
  @Test func whatTwoAppendAtOnceIsAllThere() async throws {
    let daemon = try RealDaemon()
    let basket = Basket()
    let server = try StoreServer.attach(namespace: "t", to: daemon.socket)
    server.deadline = .seconds(600)
    try server.expose(basket, as: "basket") { $0.settable("items", \.items) }
    try await server.ready()
    let client = try CombineClient.connect(to: daemon.socket)
    var (own, conflicts) = (0, 0)
    for number in 1...40 {
      async let outcome = kind {
        try await client.evaluate("t.basket.items.append(T.Item(id: \(number), title: \"t\"))")
      }
      if number % 2 == 0 { await Task.yield() }
      own += 1
      basket.items.append(Item(id: -number, title: "own"))
      switch await outcome {
      case "nothing": break
      case "conflict": conflicts += 1
      case let other: Issue.record("\(other)")
      }
    }
    #expect(basket.items.count { $0.id < 0 } == own)
    #expect(basket.items.count { $0.id > 0 } == 40 - conflicts)
    await server.tellAll()
    #expect(try await client.evaluate("print(t.basket.items.map(\\.id))").printed == ["\(basket.items.map(\.id))"])
    await client.close()
    await server.close()
  }

  private func teller(_ server: StoreServer, _ teller: Teller) throws {
    server.deadline = .seconds(600)
    try server.expose(teller, as: "m") { store in
      // Not what it is.
      store.type(Teller.Mood.self, named: "Mood", "enum Mood: String, Codable { case good }")
      store.method("turn") { teller in teller.turn() }
      store.method("give", "count") { (teller, count: Int) in teller.give(count) }
      store.method("fill", "count") { (teller, count: Int) in teller.fill(count) }
    }
  }

  @Test func whatIsRefusedIsNamedAndTheRestIsTold() async throws {
    let daemon = try RealDaemon()
    let server = try StoreServer.attach(namespace: "t", to: daemon.socket)
    let teller = Teller()
    var refused: [String] = []
    server.onRefusal = { refused.append($0.message) }
    try self.teller(server, teller)
    try await server.ready()
    let client = try CombineClient.connect(to: daemon.socket, features: ["tail"])
    var notices = await client.notices().makeAsyncIterator()
    teller.mood = .bad
    teller.n = 7
    await server.tellAll()
    #expect(try await client.get("t.m.n", as: Int.self) == 7)
    #expect(try await client.get("t.m.mood", as: String.self) == "good")
    #expect(refused == ["'m.mood' is not told: 't.m.mood' takes T.Mood (good), not 'bad'."])
    while let notice = await notices.next() {
      guard case .provider(_, "refused", let text, _) = notice else { continue }
      #expect(text == "'t' has told what cannot be kept: 't.m.mood' takes T.Mood (good), not 'bad'")
      break
    }
    teller.n = 8
    await server.tellAll()
    #expect(try await client.get("t.m.n", as: Int.self) == 8 && refused.count == 1)
    // Its next value is tried again.
    teller.mood = .good
    teller.x = 2
    await server.tellAll()
    #expect(try await client.get("t.m.x", as: Double.self) == 2 && refused.count == 1)
    let said = await sentence { try await client.callMethod("t.m.turn") }
    #expect(said.contains("'t.m.mood' takes T.Mood (good), not 'bad'"), "\(said)")
    await server.close()
    await client.close()
  }

  /// At the opening, and when the daemon is started again: all else is there.
  @Test func itComesBackWithAValueThatCannotBeTold() async throws {
    let daemon = try RealDaemon()
    let server = try StoreServer.attach(namespace: "t", to: daemon.socket)
    let teller = Teller()
    var refused: [String] = []
    server.onRefusal = { refused.append($0.message) }
    teller.mood = .bad
    teller.n = 3
    try self.teller(server, teller)
    try await server.ready()
    let said = "'m.mood' is not told: 't.m.mood' takes T.Mood (good), not 'bad'."
    #expect(refused == [said])
    let client = try CombineClient.connect(to: daemon.socket)
    #expect(try await client.get("t.m.n", as: Int.self) == 3)
    #expect(try await client.get("t.m.mood", as: String.self) == "good")
    daemon.kill()
    teller.n = 4
    try daemon.start()
    #expect(await reached { (try? await client.get("t.m.n", as: Int.self)) == 4 })
    #expect(refused == [said, said])
    #expect(try await client.get("t.m.mood", as: String.self) == "good")
    teller.mood = .good
    teller.n = 5
    await server.tellAll()
    #expect(try await client.get("t.m.n", as: Int.self) == 5)
    #expect(refused.count == 2)
    await server.close()
    await client.close()
  }

  /// Who asked for what is longer than a message hears so, and does not wait for it.
  @Test func whatIsTooLongAnAnswerIsAnError() async throws {
    let daemon = try RealDaemon()
    let server = try StoreServer.attach(namespace: "t", to: daemon.socket)
    let teller = Teller()
    try self.teller(server, teller)
    try await server.ready()
    let client = try CombineClient.connect(to: daemon.socket)
    let said = await sentence { try await client.callMethod("t.m.give", .array([.int(2 << 20)])) }
    #expect(said.contains("what it gives has 2097154 bytes, and a message has 1048576 at most"), "\(said)")
    // Each of them fits, and both together do not.
    let count = 350_000
    #expect(try await client.callMethod("t.m.fill", .array([.int(count)]), as: String.self).utf8.count == count)
    #expect(try await client.get("t.m.text", as: String.self).utf8.count == 2 * count)
    await server.close()
    await client.close()
  }

  @Test func valuesOfAllTypesThatAreFoundOutAreThere() async throws {
    let daemon = try RealDaemon()
    let server = try StoreServer.attach(namespace: "t", to: daemon.socket)
    let plain = Plain()
    server.onRefusal = { Issue.record("\($0)") }
    try server.expose(plain, as: "plain")
    try await server.ready()
    let client = try CombineClient.connect(to: daemon.socket)
    for (name, value) in try plain.written() {
      let found = try await client.call(StoreGet.self, .init(path: "t.plain.\(name)")).value
      #expect("\(found)" == "\(try JSONValue(parsing: "\(value)"))", "\(name)")
    }
    await server.close()
    await client.close()
  }

  /// What is told of a long list, piece by piece, and of an edit of it: that alone.
  @Test func aListIsToldInPiecesAndItsEditsByThemselves() throws {
    let teller = Teller()
    let text = String(repeating: "x", count: 100)
    teller.items = (0..<20_000).map { Item(id: $0, title: text) }
    let description = StoreDescription<Teller>()
    description.type(Teller.Mood.self, named: "Mood", "enum Mood: String, Codable { case good, bad }")
    let store = try ExposedStore(teller, name: "m", description, changed: Mark())
    var room = Room()
    _ = store.offer(&room)
    #expect(room.isFull)
    func next() -> [ProvidedChange] {
      var room = Room()
      return store.takeChanges(&room)
    }
    var pieces = 0
    while let piece = next().first {
      #expect(piece.path == "m.items" && piece.patch)
      pieces += 1
    }
    #expect(pieces > 2)
    teller.items[10_000].title = "edited"
    #expect("\(next().map(\.value))" == #"[[["set",10000,{"id":10000,"title":"edited"}]]]"#)
    teller.items.insert(Item(id: -1, title: "new"), at: 0)
    #expect("\(next().map(\.value))" == #"[[["insert",0,[{"id":-1,"title":"new"}]]]]"#)
    #expect(next().isEmpty)
  }

  @Test func numbersAndDatesOfAllKindsAreTold() async throws {
    let daemon = try RealDaemon()
    let server = try StoreServer.attach(namespace: "t", to: daemon.socket)
    let teller = Teller()
    server.onRefusal = { Issue.record("\($0)") }
    try self.teller(server, teller)
    try await server.ready()
    let client = try CombineClient.connect(to: daemon.socket)
    teller.x = .infinity
    teller.date = .distantFuture
    await server.tellAll()
    #expect(try await client.call(StoreGet.self, .init(path: "t.m.x")).value == NotFinite.infinity.json)
    let store = try await client.call(StoreList.self, .init(values: true)).stores.first { $0.path == "t.m" }
    #expect(store?.properties.first { $0.path == "t.m.x" }?.value == NotFinite.infinity.json)
    #expect(try await client.get("t.m.date", as: String.self) == "4001-01-01T00:00:00Z")
    await server.close()
    await client.close()
  }

  @Test func aLongListIsToldInPiecesAndALongTextRefused() async throws {
    let daemon = try RealDaemon()
    let server = try StoreServer.attach(namespace: "t", to: daemon.socket)
    let teller = Teller()
    var refused: [String] = []
    server.onRefusal = { refused.append($0.message) }
    let text = String(repeating: "x", count: 100)
    teller.items = (0..<20_000).map { Item(id: $0, title: text) }
    try self.teller(server, teller)
    try await server.ready()
    await server.tellAll()
    let client = try CombineClient.connect(to: daemon.socket)
    func count() async throws -> [String] { try await client.evaluate("print(t.m.items.count)").printed }
    #expect(try await count() == ["20000"])
    // An edit costs the edit.
    teller.items[10_000].title = "edited"
    await server.tellAll()
    teller.items.insert(Item(id: -1, title: "new"), at: 0)
    await server.tellAll()
    #expect(try await client.evaluate("print(t.m.items[10001].title, t.m.items[0].id)").printed == ["edited -1"])
    teller.text = String(repeating: "x", count: 2 << 20)
    teller.n = 3
    await server.tellAll()
    #expect(try await client.get("t.m.n", as: Int.self) == 3)
    #expect(refused == ["'m.text' is not told: it has 2097154 bytes, and a message has 1048576 at most"])
    await server.close()
    await client.close()
  }

  nonisolated private static let programs = [
    ("/usr/bin/signup-form", "signup-form"), ("signup.swift", "signup"), ("main.swift", "shop"),
    ("../cart/main.swift", "cart"), (".build/debug/program", "debug"), ("/program", "program"),
  ]

  @Test(arguments: programs) func aProgramIsCalledWhatItsFileIs(_ argument: String, _ name: String) {
    #expect(StoreServer.programName(argument, folder: "/home/x/shop") == name)
  }

  @Test func itComesBackToADaemonThatWasKilled() async throws {
    let daemon = try RealDaemon()
    let cart = Cart()
    let server = try StoreServer.attach(namespace: "shop", to: daemon.socket)
    try expose(cart, server)
    try await server.ready()
    let client = try CombineClient.connect(to: daemon.socket)
    try await client.evaluate(
      "class Alarm: ObservableObject { @Published var isLarge = false }\nlet alarm = Alarm()\n"
        + "let watching = shop.cart.$total.map { $0 >= 20 }.assign(to: \\.isLarge, on: alarm)")
    #expect(try await !client.get("alarm.isLarge", as: Bool.self))
    daemon.kill()
    _ = try cart.add(Item(id: 1, title: "tea"), count: 3)
    try daemon.start()
    #expect(await reached { (try? await client.get("shop.cart.total", as: Double.self)) == 30 })
    // What uses it goes on; what it did meanwhile is one commit, which says so.
    #expect(try await client.get("alarm.isLarge", as: Bool.self))
    let last = try await client.call(StoreHistory.self, .init { $0.path = "shop.cart.total" }).entries.first
    #expect(last?.cause.note?.hasPrefix("'shop' is back") == true, "\(String(describing: last))")
    try await client.set("shop.cart.coupon", to: "SAVE")
    #expect(cart.total == 15)
    #expect(try await !client.get("alarm.isLarge", as: Bool.self))
    await server.close()
    await client.close()
  }

  @Test func itIsLoadedWhileItIsWatched() async throws {
    let daemon = try RealDaemon()
    let library = Library()
    let server = try StoreServer.attach(namespace: "town", to: daemon.socket)
    server.deadline = .seconds(600)
    try server.expose(library, as: "library") { store in
      store.whileWatched(loading: \.books, placeholder: ["…"]) { try await $0.load() }
      store.method("requestSongs") { library in library.$songs.request() }
    }
    try await server.ready()
    let client = try CombineClient.connect(to: daemon.socket)
    func state(_ path: String) async throws -> LoadState<[String]> {
      let json = try await client.call(StoreGet.self, .init(path: path)).value
      return try ValueCoding.decode(LoadState<[String]>.self, from: json, at: path)
    }
    func books() async throws -> LoadState<[String]> { try await state("town.library.books") }
    #expect(try await books() == .idle)
    #expect(library.loads == 0)
    func open(_ name: String, _ path: String) async throws {
      _ = try await client.call(SubscriptionOpen.self, .init(sub: name, paths: [path]))
    }
    func close(_ name: String) async throws {
      _ = try await client.call(SubscriptionClose.self, .init(sub: name))
    }
    try await open("a", "town.library.books")
    try await open("b", "town.library.**")
    #expect(try await reached { try await books() == .loaded(["Dune"]) })
    #expect(library.loads == 1)
    // The daemon's own programs know the state by its name.
    #expect(try await client.evaluate("print(town.library.books.value?.first ?? \"-\")").printed == ["Dune"])
    // What else is exposed meanwhile loads nothing again.
    try expose(Cart(), server)
    try await server.ready()
    #expect(await reached { (try? await client.get("town.cart.total", as: Double.self)) == 0 })
    #expect(library.loads == 1)
    #expect(try await books() == .loaded(["Dune"]))
    try await close("a")
    try await close("b")
    library.isOffline = true
    try await open("c", "town.library")
    #expect(try await reached { try await books() == .failed("You are offline.") })
    #expect(library.loads == 2)

    let songs = "town.library.songs"
    #expect(try await state(songs) == .loading(["…"]))
    try await client.callMethod("town.library.requestSongs")
    #expect(try await reached { try await state(songs) == .loaded(["One", "Two"]) })
    await server.close()
    await client.close()
  }

  @Test func aNameIsNotShadowed() async throws {
    let daemon = try RealDaemon()
    let client = try CombineClient.connect(to: daemon.socket)
    try await client.evaluate("let shop = 1")
    let server = try StoreServer.attach(namespace: "shop", to: daemon.socket)
    try expose(Cart(), server)
    #expect((await kind { try await server.ready() }).hasPrefix("'shop' exists already"))
    await server.close()
    await client.close()
  }

  @Test func aDaemonOfItsOwnEndsWithTheServer() async throws {
    let folder = TemporaryDirectory()
    let server = try StoreServer(path: folder.path + "/sock", executable: Tool.product("combined"))
    let cart = Cart()
    try expose(cart, server)
    try await server.ready()
    let client = try CombineClient.connect(to: folder.path + "/sock")
    try await client.set("cart.coupon", to: "SAVE")
    #expect(cart.coupon == "SAVE")
    await client.close()
    await server.close()
    #expect(throws: ClientError.self) { try CombineClient.connect(to: folder.path + "/sock") }
  }

  /// Nobody starts it again, so that whoever waits would wait for ever.
  @Test func thatADaemonOfItsOwnHasEndedIsTold() async throws {
    let folder = TemporaryDirectory()
    let server = try StoreServer(path: folder.path + "/sock", executable: Tool.product("combined"))
    try expose(Cart(), server)
    try await server.ready()
    let text = "the daemon that was started at \(folder.path)/sock has ended: it was ended by signal 9"
    async let end = sentence { try await server.run() }
    kill(try #require(server.daemon).processID, SIGKILL)
    #expect(await end == text)
    #expect(await sentence { try await server.ready() } == text)
    #expect(await sentence { try await server.run() } == text)
    try server.expose(Cart(), as: "other")
    #expect(await sentence { try await server.ready() } == text)
    await server.close()

    // Where nobody waits the program is told.
    let second = try StoreServer(path: folder.path + "/second", executable: Tool.product("combined"))
    let (told, tell) = AsyncStream.makeStream(of: String.self)
    second.onRefusal = { tell.yield($0.message) }
    kill(try #require(second.daemon).processID, SIGTERM)
    for await reason in told {
      #expect(reason == "the daemon that was started at \(folder.path)/second has ended: it ended with status 0")
      break
    }
  }
}

/// The example, as a process of its own.
@Suite(.timeLimit(.minutes(10))) @MainActor struct CompiledProgramTests {
  private func start(_ arguments: [String], socket: String? = nil) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Tool.product("signup-form"))
    process.arguments = arguments
    process.environment = ["COMBINED_SOCKET": socket ?? "", "PATH": ""]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Every thread of it: the signal is taken by one of them, and on a busy machine the others still run for a while.
  private func isStopped(_ process: Process) -> Bool {
    let tasks = "/proc/\(process.processIdentifier)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return !threads.isEmpty
      && threads.allSatisfy { thread in
        let stat = (try? String(contentsOfFile: "\(tasks)/\(thread)/stat", encoding: .utf8)) ?? ""
        return stat.split(separator: ")").last?.hasPrefix(" T ") == true
      }
  }

  private func kill(_ process: Process) {
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  @Test func itIsKilledAndComesBack() async throws {
    let daemon = try RealDaemon()
    let client = try CombineClient.connect(to: daemon.socket)
    let first = try start([], socket: daemon.socket)
    #expect(await reached { await isThere("signup.isValid", client) })
    try await client.set("signup.username", to: "ada")
    #expect(try await client.get("signup.isValid", as: Bool.self))
    #expect(await kind { try await client.set("signup.plan", to: "none") } == "typeMismatch")
    #expect(try await client.callMethod("signup.invite", .array(["grace@example.com"]), as: Int.self) == 1)
    try await client.evaluate("let valid = signup.$isValid.sink { print(\"valid\", $0) }")
    kill(first)
    #expect(await reached { await !isThere("signup.isValid", client) })
    #expect(await kind { try await client.set("signup.username", to: "bob") } == "away")
    #expect(await kind { try await client.evaluate("let signup = 1") } == "exists")
    let second = try start([], socket: daemon.socket)
    #expect(await reached { await isThere("signup.isValid", client) })
    #expect(try await client.get("signup.username", as: String.self) == "")
    try await client.callMethod("signup.invite", .array(["grace@example.com"]))
    kill(second)
    await client.close()
  }

  /// A program that is stopped holds nobody.
  @Test func itIsStoppedAndGoesOn() async throws {
    let daemon = try RealDaemon()
    let client = try CombineClient.connect(to: daemon.socket)
    let process = try start([], socket: daemon.socket)
    #expect(await reached { await isThere("signup.isValid", client) })
    Glibc.kill(process.processIdentifier, SIGSTOP)
    #expect(await reached { isStopped(process) })
    async let outcome = kind { try await client.set("signup.username", to: "ada") }
    #expect(try await client.get("signup.username", as: String.self) == "")
    #expect(await outcome == "timeout")
    Glibc.kill(process.processIdentifier, SIGCONT)
    #expect(try await reached { try await client.get("signup.username", as: String.self) == "ada" })
    kill(process)
    await client.close()
  }

  @Test func itsOwnDaemonEndsWhenItIsKilled() async throws {
    let folder = TemporaryDirectory()
    let socket = folder.path + "/sock"
    let process = try start([socket])
    var client: CombineClient?
    #expect(
      await reached {
        client = client ?? (try? CombineClient.connect(to: socket))
        guard let client else { return false }
        return await isThere("signup.isValid", client)
      })
    await client?.close()
    kill(process)
    #expect(await reached { (try? CombineClient.connect(to: socket)) == nil })
  }
}
