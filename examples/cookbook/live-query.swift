// Documents that others write as JSON, and a list of some of them that is always right: what matches, in order, at most so many.
import Combine
import Foundation

struct Book: Codable, Equatable {
  var title: String
  var pages: Int

  init?(_ text: String) {
    guard let book = try? JSONDecoder().decode(Book.self, from: Data(text.utf8)) else { return nil }
    self = book
  }
}

final class Shelf: ObservableObject {
  /// As they were written, by id.
  @Published var documents: [String: String] = [:]
  @Published private(set) var longest: [Book] = []
  /// Documents that cannot be read: the others are shown all the same.
  @Published private(set) var unreadable: [String] = []

  init() {
    $documents.map { Array($0.values.compactMap { Book($0) }.sorted { $0.pages > $1.pages }.prefix(2)) }
      .removeDuplicates().assign(to: &$longest)
    $documents.map { $0.filter { Book($0.value) == nil }.keys.sorted() }.removeDuplicates().assign(to: &$unreadable)
  }
}

let shelf = Shelf()
