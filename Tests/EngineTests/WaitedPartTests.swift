// Waiting for a part of a property, and through a binding: what ends it, and what is said of what goes.
import Language
import Testing

@testable import Engine

@Suite struct WaitedPartTests {
  private static let shelf = """
    struct Book: Identifiable { let id: String; var title = "" }
    struct Address { var city = "Bonn"; var street = "" }
    class Shelf: ObservableObject {
      @Published var books = [Book(id: "a", title: "A"), Book(id: "b", title: "B")]
      @Published var address = Address()
      @Published var prices = ["tea": 3]
      @Published var other = 0
      var quiet = Address()
    }
    class Other {}
    let shelf = Shelf()
    let first = $shelf.books[0].title
    let city = $shelf.address.city
    let home = $shelf.address
    let doubled = Binding(get: { shelf.other * 2 }, set: { shelf.other = $0 / 2 })

    """

  struct Row: CustomTestStringConvertible, Sendable {
    let path: String
    var condition: String?
    var evenAbsent = false
    /// Statements, each a turn of its own.
    let steps: [String]
    /// After which of them the waiting ends, 0 for at once, and with what.
    let ends: Int?
    let with: String

    init(
      _ path: String, when condition: String? = nil, absent: Bool = false, _ steps: [String], ends: Int?, _ with: String
    ) {
      (self.path, self.condition, evenAbsent, self.steps) = (path, condition, absent, steps)
      (self.ends, self.with) = (ends, with)
    }

    var testDescription: String { "\(path) \(condition ?? "changes"): \(steps.joined(separator: " | "))" }
  }

  static let rows = [
    Row(
      "shelf.address.city", ["shelf.address.street = \"x\"", "shelf.other = 1", "shelf.address.city = \"Ulm\""],
      ends: 3,
      "Ulm"),
    Row("shelf.address.city", when: "value == \"Bonn\"", [], ends: 0, "Bonn"),
    Row(
      "shelf.address.city", when: "value.count < old.count",
      ["shelf.address.city = \"Berlin\"", "shelf.address.street = \"x\"", "shelf.address.city = \"Ulm\""], ends: 3,
      "Ulm"),
    Row(
      "shelf.books[0].title", when: "value == \"C\"", ["shelf.books[1].title = \"C\"", "shelf.books.reverse()"],
      ends: 2, "C"),
    Row(
      "shelf.books[id: \"b\"].title", when: "value == \"C\"",
      ["shelf.books.reverse()", "shelf.books[0].title = \"C\""],
      ends: 2,
      "C"),
    Row("shelf.books[id: \"b\"]", ["shelf.books.reverse()", "shelf.books.removeFirst()"], ends: 2, "gone"),
    Row("shelf.books[id: \"b\"].title", when: "value == \"x\"", ["shelf.books = []"], ends: 1, "gone"),
    Row("shelf.books[9].title", [], ends: 0, "gone"),
    Row("shelf.books[1].title", ["shelf.books.removeLast()"], ends: 1, "gone"),
    Row(
      "shelf.books[2].title", absent: true,
      ["shelf.books.removeLast()", "shelf.books += [Book(id: \"x\"), Book(id: \"y\", title: \"Y\")]"], ends: 2, "Y"),
    Row(
      "shelf.books[id: \"b\"].title", when: "value == \"new\"", absent: true,
      ["shelf.books.removeLast()", "shelf.books.append(Book(id: \"b\", title: \"new\"))"], ends: 2, "new"),
    Row(
      "shelf.prices[\"tea\"]", when: "value > 3", ["shelf.prices[\"mate\"] = 9", "shelf.prices[\"tea\"] = 4"], ends: 2,
      "4"),
    Row(
      "shelf.prices[\"mate\"]", absent: true, ["shelf.prices[\"tea\"] = 4", "shelf.prices[\"mate\"] = 9"], ends: 2, "9"),
    Row("first", ["shelf.books[1].title = \"x\"", "shelf.books[0].title = \"y\""], ends: 2, "y"),
    Row("first", when: "value == \"z\"", ["shelf.books.reverse()", "shelf.books[1].title = \"z\""], ends: 2, "z"),
    Row("city", when: "value == \"Ulm\"", ["city.wrappedValue = \"Ulm\""], ends: 1, "Ulm"),
    Row("home.city", when: "value == \"Ulm\"", ["shelf.address = Address(city: \"Ulm\")"], ends: 1, "Ulm"),
    Row("home", ["shelf.other = 4", "home.wrappedValue.street = \"s\""], ends: 2, "Bonn"),
    // It is made anew with the program, and what it then leads to counts.
    Row("city", ["class Other { var n = 1 }", "let city = $shelf.address.street"], ends: 2, ""),
    Row(
      "shelf.address.city", when: "value == \"Ulm\"", ["class Other { var n = 1 }", "shelf.address.city = \"Ulm\""],
      ends: 2,
      "Ulm"),
    Row("shelf.address.city", ["class Other { var n = 1 }"], ends: nil, ""),
    Row("shelf.quiet.city", [], ends: 0, "notPublished"),
    Row("doubled", [], ends: 0, "validation"),
    Row("shelf.address.town", [], ends: 0, "validation"),
    Row("shelf.address.city", when: "value > 3", [], ends: 0, "refusedSource"),
    Row("shelf.address.city", when: "[0][value.count] > 0", [], ends: 0, "trap"),
    Row(
      "shelf.address.city", when: "[0, 0, 0, 0, 0][value.count] > 0", ["shelf.address.city = \"Berlin\""], ends: 1,
      "trap"),
  ]

  @Test(arguments: rows) func ends(_ row: Row) throws {
    let world = try World(Self.shelf)
    var results: [String] = []
    func endTurn() { for completion in world.engine.takeCompletions() { completion() } }
    func word(_ error: EngineError) -> String { "\(error)".prefix { $0 != "(" }.description }
    do throws(EngineError) {
      _ = try world.engine.delivery.wait(
        path: row.path, condition: row.condition, evenAbsent: row.evenAbsent, session: "c1", timeout: nil
      ) { result in
        switch result {
        case .success(let met):
          #expect(met.path == row.path)
          switch met.part {
          case .string(let text): results.append(text)
          case .int(let number): results.append("\(number)")
          case .record(let fields):
            results.append(fields.first.map { if case .string(let text) = $0.value { text } else { "?" } } ?? "?")
          default: results.append("?")
          }
        case .failure(let error): results.append(word(error))
        }
      }
    } catch { results.append(word(error)) }
    endTurn()
    for (index, step) in row.steps.enumerated() {
      #expect(results.isEmpty == (index < row.ends ?? .max), "before \(step): \(results)")
      try world.eval(step)
      endTurn()
    }
    #expect(results == (row.ends == nil ? [] : [row.with]))
    #expect(world.engine.sessions["c1"]?.waits.isEmpty == (row.ends != nil))
    // What is over is not looked at again.
    let listeners = world.engine.stores.all.flatMap(\.properties).flatMap(\.waits).count
    #expect(listeners == (row.ends == nil ? 1 : 0))
  }

  /// Who subscribes to a part is told what to watch, not that its property does not announce its changes.
  @Test func aSubscriptionSaysWhatToWatch() throws {
    let world = try World(Self.shelf)
    #expect {
      try world.watch("shelf.address.city")
    } throws: { error in
      guard case EngineError.validation("shelf.address.city", let rule) = error else { return false }
      return rule.contains("watch that") && rule.contains("'shelf.address'")
    }
  }
}
