// Bindings and drafts in compiled programs: the same cases as those of the daemon (Tests/Rows/drafts.test,
// Protocol/transcripts/client-drafts.txt).
import Combine
import CombineClient
import Synchronization
import Testing
import Wire

@testable import Stores

private struct Price: Codable, Equatable {
  var amount: Int
  var unit = "EUR"
}

private struct Book: Codable, Identifiable, Equatable {
  var id: Int
  var title: String
  var isbn: String
  var price = Price(amount: 5)
  var subtitle: String?
  var marks: [String: Int] = [:]
}

private final class Shelf: ObservableObject {
  @Published var books = [Book(id: 1, title: "Changer", isbn: "1"), Book(id: 2, title: "Emma", isbn: "2")]
  @Published var number = 42
}

/// As a view model is declared: what drafts are made of is on the main actor, like all else that is exposed.
@MainActor private final class Editor: Draft {
  let source: Binding<Book>
  var base: Book
  @Published var draft: Book
  @Published private(set) var isValid = false
  init(_ source: Binding<Book>) {
    (self.source, base, draft) = (source, source.wrappedValue, source.wrappedValue)
    $draft.map { !$0.title.isEmpty }.assign(to: &$isValid)
  }
}

@Suite struct BindingTests {
  @Test func anElementIsMeantWhereverItIs() throws {
    let shelf = Shelf()
    let emma = Bindable(shelf).books[1].title
    shelf.books.swapAt(0, 1)
    emma.wrappedValue = "Persuasion"
    #expect(shelf.books.map(\.title) == ["Persuasion", "Changer"])
    try Bindable(shelf).books[id: 1].isbn.set("9")
    #expect(shelf.books[1].isbn == "9")
    shelf.books.removeAll { $0.id == 2 }
    let gone = #expect(throws: BindingError.self) { try emma.get() }
    #expect(gone?.message == "the Array<Book> of a Shelf does not have an element 2 any more")
    #expect(throws: BindingError.self) { try emma.set("x") }
    #expect(shelf.books.count == 1)
    #expect(throws: BindingError.self) { try Bindable(shelf).books[7].get() }
  }

  @Test func anElementStaysItself() throws {
    let shelf = Shelf()
    let emma = Bindable(shelf).books[id: 2]
    let other = Book(id: 3, title: "Persuasion", isbn: "3")
    for write in [{ try emma.set(other) }, { try emma.id.set(1) }, { try Bindable(shelf).books[1].set(other) }] {
      #expect(
        throws: BindingError(message: "the Array<Book> of a Shelf[id: 2] is known by its id, which stays what it is")
      ) {
        try write()
      }
    }
    try emma.set(Book(id: 2, title: "Emma!", isbn: "2"))
    #expect(shelf.books.map(\.title) == ["Changer", "Emma!"])
  }

  @Test func whatIsNotTakenIsRefused() throws {
    let shelf = Shelf()
    let number = Bindable(shelf).number.limited(to: 0...100)
    try number.set(100)
    #expect(throws: BindingError(message: "101 is not in 0...100")) { try number.set(101) }
    #expect(shelf.number == 100)
    // Nothing is thrown by an assignment: what is refused is told.
    let told = Mutex<[String]>([])
    let before = BindingError.onRefusal
    defer { BindingError.onRefusal = before }
    BindingError.onRefusal = { error in told.withLock { $0.append(error.message) } }
    number.wrappedValue = 101
    #expect(shelf.number == 100)
    #expect(told.withLock { $0 } == ["101 is not in 0...100"])
    let constant = Binding.constant(7)
    #expect(constant.wrappedValue == 7)
    #expect(throws: BindingError.self) { try constant.set(8) }
    #expect(try constant.get() == 7)
  }
}

@Suite struct BindingListTests {
  @Test func aListIsAListOfBindings() {
    let shelf = Shelf()
    for book in Bindable(shelf).books { book.title.wrappedValue += "!" }
    Bindable(shelf).books.reversed().forEach { book in book.title.wrappedValue += "?" }
    #expect(shelf.books.map(\.title) == ["Changer!?", "Emma!?"])
    #expect(Bindable(shelf).books.first { $0.id == 2 }?.title.wrappedValue == "Emma!?")
    // What has an identity is meant by it, and the rest by its place.
    let kept = Array(Bindable(shelf).books)
    shelf.books.swapAt(0, 1)
    kept[0].title.wrappedValue = "moved"
    #expect(shelf.books.map(\.title) == ["Emma!?", "moved"])
    var numbers = [1, 2, 3]
    for number in Binding(get: { numbers }, set: { numbers = $0 }) { number.wrappedValue *= 2 }
    #expect(numbers == [2, 4, 6])
  }
}

@Suite(.timeLimit(.minutes(10))) @MainActor struct DraftTests {
  @MainActor private final class Desk: ObservableObject { @Published var book = Book(id: 1, title: "A", isbn: "1") }

  /// Where another element is in the place of the one that a draft is of, nothing of it is put into that.
  @Test func whatWasEditedInOneIsNotPutIntoAnother() throws {
    let desk = Desk()
    let editor = Editor(Bindable(desk).book)
    editor.draft.isbn = "2"
    desk.book = Book(id: 2, title: "A", isbn: "1")
    #expect(editor.conflicts == ["draft"])
    #expect(throws: DraftConflict.self) { try editor.save() }
    #expect(desk.book == Book(id: 2, title: "A", isbn: "1"))
    try editor.cancel()
    #expect(editor.draft.id == 2)
  }

  /// What a draft says of itself, everybody can read and watch.
  @Test func itsChangesAndConflictsAreToldByPath() async throws {
    let daemon = try RealDaemon()
    let server = try StoreServer.attach(namespace: "t", to: daemon.socket)
    server.deadline = .seconds(600)
    let desk = Desk()
    let editor = Editor(Bindable(desk).book)
    try server.expose(editor, as: "editor") { $0.settable("draft", \.draft) }
    try await server.ready()
    let client = try CombineClient.connect(to: daemon.socket)
    func said() async throws -> [JSONValue] {
      await server.tellAll()
      return [
        try await client.call(StoreGet.self, .init(path: "t.editor.hasChanges")).value,
        try await client.call(StoreGet.self, .init(path: "t.editor.conflicts")).value,
      ]
    }
    #expect(try await said() == [false, []])
    try await client.set("t.editor.draft.title", to: "mine")
    #expect(try await said() == [true, []])
    // What the draft is of is no store, and heard of all the same.
    desk.book.title = "theirs"
    #expect(try await said() == [true, ["title"]])
    #expect(try await client.evaluate("print(t.editor.conflicts.count)").printed == ["1"])
    try editor.save(overwriting: true)
    #expect(try await said() == [false, []])
    await client.close()
    await server.close()
  }

  @Test func itIsSavedAsAWhole() throws {
    let shelf = Shelf()
    let editor = Editor(Bindable(shelf).books[id: 1])
    var writes = 0
    let written = shelf.$books.dropFirst().sink { _ in writes += 1 }
    editor.draft.title = ""
    #expect(editor.hasChanges && !editor.isValid)
    editor.draft.title = "Changer, 2nd edition"
    #expect(editor.isValid && writes == 0 && shelf.books[0].title == "Changer")
    // Elsewhere it is moved, and other fields are changed, also within the same structure.
    editor.draft.price.unit = "USD"
    shelf.books.swapAt(0, 1)
    shelf.books[1].isbn = "9781484255155"
    shelf.books[1].price.amount = 9
    #expect(editor.conflicts.isEmpty)
    writes = 0
    try editor.save()
    #expect(writes == 1)
    #expect(
      shelf.books[1]
        == Book(id: 1, title: "Changer, 2nd edition", isbn: "9781484255155", price: Price(amount: 9, unit: "USD")))
    #expect(editor.draft == shelf.books[1] && !editor.hasChanges)
    try editor.save()
    #expect(writes == 1)
    withExtendedLifetime(written) {}
  }

  @Test func nothingIsOverwrittenInSilence() throws {
    let shelf = Shelf()
    let editor = Editor(Bindable(shelf).books[id: 1])
    editor.draft.title = "mine"
    editor.draft.isbn = "mine"
    editor.draft.price.amount = 1
    editor.draft.subtitle = "mine"
    editor.draft.marks["a"] = 1
    shelf.books[0].title = "theirs"
    shelf.books[0].price.amount = 2
    shelf.books[0].subtitle = "theirs"
    shelf.books[0].marks["b"] = 2
    let fields = ["title", "price.amount", "subtitle", "marks"]
    #expect(editor.conflicts == fields)
    let refused = #expect(throws: DraftConflict.self) { try editor.save() }
    #expect(refused?.fields == fields)
    #expect(shelf.books[0].title == "theirs" && shelf.books[0].isbn == "1")
    try editor.save(overwriting: true)
    #expect(shelf.books[0].title == "mine" && shelf.books[0].marks == ["a": 1])
    editor.draft.title = "dropped"
    try editor.cancel()
    #expect(editor.draft.title == "mine" && !editor.hasChanges)
  }

  private final class Offer: ObservableObject {
    struct Price: Codable, Equatable {
      var amount: Double
      var unit: String
    }
    @Published var price: Price? = Price(amount: 1, unit: "EUR")
  }

  private final class OfferEditor: Draft {
    let source: Binding<Offer.Price?>
    var base: Offer.Price?
    @Published var draft: Offer.Price?
    init(_ source: Binding<Offer.Price?>) {
      (self.source, base, draft) = (source, source.wrappedValue, source.wrappedValue)
    }
  }

  @Test func fieldsOfWhatMayBeNilAreMerged() throws {
    let offer = Offer()
    let editor = OfferEditor(Bindable(offer).price)
    editor.draft?.unit = "USD"
    offer.price?.amount = 9
    #expect(editor.conflicts.isEmpty)
    try editor.save()
    #expect(offer.price == Offer.Price(amount: 9, unit: "USD"))
  }

  @Test func fieldsThatJSONHasNoNumberForAreMerged() throws {
    let offer = Offer()
    let editor = OfferEditor(Bindable(offer).price)
    editor.draft?.amount = .infinity
    offer.price?.unit = "USD"
    #expect(editor.conflicts.isEmpty)
    try editor.save()
    #expect(offer.price == Offer.Price(amount: .infinity, unit: "USD"))
  }

  @Test func anElementKeepsItsIdentity() {
    let shelf = Shelf()
    let editor = Editor(Bindable(shelf).books[id: 1])
    editor.draft.id = 2
    #expect(throws: BindingError(message: "the element that the draft is of is known by its id")) {
      try editor.save(overwriting: true)
    }
    #expect(shelf.books.map(\.id) == [1, 2] && editor.draft.id == 2)
  }

  @Test func whatIsGoneIsAnError() {
    let shelf = Shelf()
    let editor = Editor(Bindable(shelf).books[id: 1])
    editor.draft.title = "mine"
    shelf.books.removeFirst()
    #expect(throws: BindingError(message: "the Array<Book> of a Shelf does not have an element 1 any more")) {
      try editor.save()
    }
    #expect(throws: BindingError.self) { try editor.cancel() }
    #expect(editor.draft.title == "mine" && shelf.books.count == 1)
  }
}
