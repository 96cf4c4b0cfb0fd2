// Documents that others write, and a list of some of them that is always right: what matches, in order, at most so many.
// The collection is a file of its own: combinectl run ../../Sources/Stores/DocumentCollection.swift live-query.swift
import Combine

struct Book: Codable, Equatable {
  var title: String
  var pages: Int
}

final class Shelf: ObservableObject {
  let books = DocumentCollection<Book>()
  @Published private(set) var longest: [Book] = []
  /// Documents that cannot be read, and why: the others are shown all the same.
  @Published private(set) var unreadable: [String] = []

  init() {
    let query = DocumentQuery<Book>().order(by: \.pages, descending: true).limit(to: 2)
    let snapshots = books.snapshots(query).share()
    snapshots.map { $0.data }.assign(to: &$longest)
    snapshots.map { $0.errors.map { $0.id } }.assign(to: &$unreadable)
  }

  func write(_ id: String, title: String, pages: Int) throws {
    try books.set(id, to: Book(title: title, pages: pages))
  }
}

let shelf = Shelf()
