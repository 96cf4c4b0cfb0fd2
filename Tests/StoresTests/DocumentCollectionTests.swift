// Collections in compiled programs: the same cases as those of the daemon, from the same file (Tests/Rows/collections.test).
import Combine
import Foundation
import Testing

@testable import Stores

private struct Book: Codable, Equatable {
  var title: String
  var pages: Int
}

@Suite struct DocumentCollectionTests {
  private func books() throws -> DocumentCollection<Book> {
    let books = DocumentCollection<Book>()
    try books.set("hitchhiker", to: Book(title: "Hitchhiker", pages: 521))
    try books.set("midnight", to: Book(title: "The Midnight Library", pages: 295))
    try books.set("once", to: Book(title: "Once More Upon A Time", pages: 471))
    return books
  }

  @Test func queriesStayLive() throws {
    let books = try books()
    var told: [Bool] = []
    books.onListening = { told.append($0) }
    let long = DocumentQuery<Book>().filter { $0.pages > 300 }.order(by: \.pages, descending: true).limit(to: 2)
    var (first, second): ([[String]], [Int]) = ([], [])
    let publisher = books.snapshots(long)
    #expect(told.isEmpty)
    let one = publisher.sink { first.append($0.documents.map(\.id)) }
    let all = books.snapshots(DocumentQuery()).sink { second.append($0.documents.count) }
    #expect(first == [["hitchhiker", "once"]] && told == [true] && books.listeners == 2)
    try books.set("short", to: Book(title: "Short", pages: 12))
    #expect(first.count == 1)
    try books.set("war", to: Book(title: "War and Peace", pages: 1400))
    try books.remove("war")
    #expect(first == [["hitchhiker", "once"], ["war", "hitchhiker"], ["hitchhiker", "once"]])
    one.cancel()
    #expect(told == [true] && books.listeners == 1)
    try books.set("war", to: Book(title: "War and Peace", pages: 1400))
    #expect(first.count == 3 && second == [3, 4, 5, 4, 5])
    all.cancel()
    #expect(told == [true, false])
  }

  @Test func oneThatCannotBeReadEndsNothing() throws {
    let books = try books()
    var snapshots: [QuerySnapshot<Book>] = []
    let listening = books.snapshots(DocumentQuery().order(by: \.title)).sink { snapshots.append($0) }
    try books.setText("bad", #"{"title":1}"#)
    #expect(snapshots.last?.data.count == 3)
    #expect(snapshots.last?.errors.map(\.id) == ["bad"])
    try books.set("bad", to: Book(title: "A good one", pages: 1))
    #expect(snapshots.last?.data.first?.title == "A good one" && snapshots.last?.errors.isEmpty == true)
    #expect(snapshots[1].changes(to: snapshots[2]) == [.added("bad")])
    listening.cancel()
  }

  @Test func writesAreCheckedByRevision() throws {
    let books = try books()
    #expect(try books.set("once", to: Book(title: "Once", pages: 471), ifRevision: 1) == 2)
    #expect(throws: CollectionError.conflict(id: "once", revision: 2)) {
      try books.set("once", to: Book(title: "mine", pages: 1), ifRevision: 1)
    }
    #expect(throws: CollectionError.conflict(id: "once", revision: 2)) {
      try books.set("once", to: Book(title: "mine", pages: 1), ifRevision: 0)
    }
    #expect(throws: CollectionError.notFound("twice")) { try books.remove("twice") }
    try books.remove("once", ifRevision: 2)
    #expect(books.documents.map(\.id) == ["hitchhiker", "midnight"])
  }

  /// Whoever has seen the one that was removed does not overwrite the one that has its name now.
  @Test func aNewDocumentIsNotTakenForARemovedOne() throws {
    let books = try books()
    let seen = try #require(books.documents.first { $0.id == "once" }).revision
    try books.remove("once")
    let new = try books.set("once", to: Book(title: "another", pages: 1), ifRevision: 0)
    #expect(new > seen)
    #expect(throws: CollectionError.conflict(id: "once", revision: new)) {
      try books.set("once", to: Book(title: "mine", pages: 1), ifRevision: seen)
    }
    books.replace(with: [])
    #expect(try books.set("once", to: Book(title: "a third", pages: 1)) > new)
  }

  @Test func aLimitMayBeNothing() throws {
    let snapshot = DocumentQuery<Book>().limit(to: -1).apply(try books().documents)
    #expect(snapshot.documents.isEmpty)
  }

  @Test func aFutureReadsOnce() throws {
    let books = try books()
    let future = books.documents(DocumentQuery().order(by: \.pages))
    try books.remove("once")
    var pages: [[Int]] = []
    for _ in 1...2 { _ = future.sink { pages.append($0.data.map(\.pages)) } }
    #expect(pages == [[295, 471, 521], [295, 471, 521]])
    var ends: [String] = []
    try books.setText("bad", "{}")
    for id in ["hitchhiker", "bad", "gone"] {
      _ = books.document(id).sink {
        if case .failure(let error) = $0 { ends.append(String(error.localizedDescription.prefix(24))) }
      } receiveValue: {
        ends.append($0.data.title)
      }
    }
    #expect(ends == ["Hitchhiker", "Error decoding document:", "There is no document 'go"])
  }
}
