// Documents with live queries. The daemon takes this file, too: `:source DocumentCollection.swift`.
public import Combine
public import Foundation

/// A document as it is kept: its text may be one that no type reads.
public struct StoredDocument: Codable, Equatable, Identifiable, Sendable {
  public let id: String
  /// One more with each write; what `ifRevision` compares. That of a new document is above those of removed ones, so that it
  /// is taken for none of them.
  public var revision: Int
  /// JSON.
  public var text: String

  public init(id: String, revision: Int, text: String) {
    self.id = id
    self.revision = revision
    self.text = text
  }
}

/// A document that was read.
public struct QueryDocument<Document: Codable & Equatable>: Equatable, Identifiable {
  public let id: String
  public let revision: Int
  public let data: Document
}

/// Why a document is not among those of a snapshot. The others are.
public struct DocumentError: Error, Equatable, Identifiable, LocalizedError {
  public let id: String
  public let revision: Int
  public let message: String
  public var errorDescription: String? { "Error decoding document: \(message)" }
}

/// What a write or a read of one document is refused for. Nothing is written then. Clients are told the text, what can be done
/// (`hint`) and the name of the case (`case`), which stays as it is.
public enum CollectionError: Error, Equatable, LocalizedError {
  case notFound(String)
  /// It is of another revision than the writer thought; 0 of one that is not there.
  case conflict(id: String, revision: Int)

  public var errorDescription: String? {
    switch self {
    case .notFound(let id): "There is no document '\(id)'."
    case .conflict(let id, 0): "The document '\(id)' is not there, and nothing was written."
    case .conflict(let id, let revision):
      "The document '\(id)' has changed: its revision is \(revision), and nothing was written."
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .notFound: "See which there are, or make it."
    case .conflict(_, 0): "Make it with ifRevision: 0, or leave it."
    case .conflict(let id, let revision):
      "Read '\(id)' again, and write what is right then with ifRevision: \(revision)."
    }
  }
}

/// What a query gives at one moment.
public struct QuerySnapshot<Document: Codable & Equatable>: Equatable {
  public let documents: [QueryDocument<Document>]
  /// Documents that cannot be read, by id. They match no filter, and end nothing.
  public let errors: [DocumentError]

  public var data: [Document] { documents.map { $0.data } }

  /// What another snapshot has that this one had not, or had otherwise, or has no more; by id.
  public func changes(to next: QuerySnapshot<Document>) -> [DocumentChange] {
    var before: [String: Int] = [:]
    for document in documents { before[document.id] = document.revision }
    var changes: [DocumentChange] = []
    for document in next.documents {
      let revision = before.removeValue(forKey: document.id)
      if revision == nil { changes.append(.added(document.id)) }
      if let revision, revision != document.revision { changes.append(.modified(document.id)) }
    }
    return before.keys.sorted().map { DocumentChange.removed($0) } + changes
  }
}

public enum DocumentChange: Equatable, Sendable { case added(String), modified(String), removed(String) }

/// Which documents, in which order, and how many. Without an order they come by id.
public struct DocumentQuery<Document: Codable & Equatable> {
  private var filters: [(Document) -> Bool] = []
  private var orders: [(Document, Document) -> Int] = []
  private var count: Int?

  public init() {}

  public func filter(_ matches: @escaping (Document) -> Bool) -> DocumentQuery<Document> {
    var query = self
    query.filters.append(matches)
    return query
  }

  /// By this first; what is equal in it by the next.
  public func order<Key: Comparable>(by path: KeyPath<Document, Key>, descending: Bool = false)
    -> DocumentQuery<Document>
  {
    var query = self
    query.orders.append { left, right in
      let (a, b) = (left[keyPath: path], right[keyPath: path])
      if a == b { return 0 }
      return (a < b) == descending ? 1 : -1
    }
    return query
  }

  /// At most so many, the first of the order.
  public func limit(to count: Int) -> DocumentQuery<Document> {
    var query = self
    query.count = count
    return query
  }

  func apply(_ stored: [StoredDocument]) -> QuerySnapshot<Document> {
    var found: [QueryDocument<Document>] = []
    var errors: [DocumentError] = []
    for document in stored.sorted(by: { $0.id < $1.id }) {
      do {
        let data = try JSONDecoder().decode(Document.self, from: Data(document.text.utf8))
        if filters.allSatisfy({ $0(data) }) {
          found.append(QueryDocument(id: document.id, revision: document.revision, data: data))
        }
      } catch {
        errors.append(
          DocumentError(id: document.id, revision: document.revision, message: error.localizedDescription))
      }
    }
    if !orders.isEmpty {
      found.sort { left, right in
        for order in orders {
          let sign = order(left.data, right.data)
          if sign != 0 { return sign < 0 }
        }
        return left.id < right.id
      }
    }
    if let count { found = Array(found.prefix(max(0, count))) }
    return QuerySnapshot(documents: found, errors: errors)
  }
}

/// Documents by id, as a store: read once by futures, listened to by queries that stay live.
///
///     let books = DocumentCollection<Book>()
///     books.snapshots(DocumentQuery().filter { $0.pages > 300 }.order(by: \.title).limit(to: 10)).sink { … }
///
/// A listener is told at once what there is, then whenever what its query gives is another. What a source beyond the program
/// needs to be told (connect, disconnect) is said by `onListening`: it begins with the first listener and ends with the last.
public final class DocumentCollection<Document: Codable & Equatable>: ObservableObject {
  @Published public private(set) var documents: [StoredDocument] = []
  /// How many listen now. A daemon keeps nothing of it: who listened before it was started again does not count.
  public var listeners: Int { listening.value }
  private let listening = CurrentValueSubject<Int, Never>(0)
  /// Told when the first one listens, and when the last has gone.
  public var onListening: ((Bool) -> Void)?

  /// The highest revision of documents that were removed.
  private var removedRevision = 0

  public init() {}

  // MARK: Writing

  /// Makes a document, or writes it anew.
  /// - Parameter ifRevision: the revision that it must have; 0 of one that must not be there.
  /// - Returns: its revision.
  @discardableResult
  public func set(_ id: String, to data: Document, ifRevision: Int? = nil) throws -> Int {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try setText(id, String(decoding: try encoder.encode(data), as: UTF8.self), ifRevision: ifRevision)
  }

  /// The same with whatever text: a document of another version of the program may be one that this one cannot read.
  @discardableResult
  public func setText(_ id: String, _ text: String, ifRevision: Int? = nil) throws -> Int {
    let found = documents.firstIndex { $0.id == id }
    try check(id, found, ifRevision)
    let next = StoredDocument(
      id: id, revision: (found.map { documents[$0].revision } ?? removedRevision) + 1, text: text)
    if let place = found { documents[place] = next } else { documents.append(next) }
    return next.revision
  }

  /// Takes a document away.
  public func remove(_ id: String, ifRevision: Int? = nil) throws {
    let found = documents.firstIndex { $0.id == id }
    try check(id, found, ifRevision)
    guard let place = found else { throw CollectionError.notFound(id) }
    removedRevision = max(removedRevision, documents[place].revision)
    documents.remove(at: place)
  }

  /// All of them at once, as a source beyond the program tells them.
  public func replace(with documents: [StoredDocument]) {
    let kept = Set(documents.map { $0.id })
    for document in self.documents where !kept.contains(document.id) {
      removedRevision = max(removedRevision, document.revision)
    }
    self.documents = documents
  }

  private func check(_ id: String, _ place: Int?, _ wanted: Int?) throws {
    let present = place.map { documents[$0].revision } ?? 0
    if let wanted, wanted != present { throw CollectionError.conflict(id: id, revision: present) }
  }

  // MARK: Reading once

  /// The document, when the future is made: a `DocumentError` where it cannot be read.
  public func document(_ id: String) -> Future<QueryDocument<Document>, any Error> {
    Future { promise in
      guard let stored = self.documents.first(where: { $0.id == id }) else {
        return promise(.failure(CollectionError.notFound(id)))
      }
      let snapshot = DocumentQuery<Document>().apply([stored])
      if let found = snapshot.documents.first { return promise(.success(found)) }
      promise(.failure(snapshot.errors[0]))
    }
  }

  /// What a query gives, when the future is made.
  public func documents(_ query: DocumentQuery<Document>) -> Future<QuerySnapshot<Document>, Never> {
    Future { promise in promise(.success(query.apply(self.documents))) }
  }

  // MARK: Listening

  /// What a query gives, now and whenever that is another. Each subscriber listens for itself, from when it subscribes.
  public func snapshots(_ query: DocumentQuery<Document>) -> AnyPublisher<QuerySnapshot<Document>, Never> {
    Deferred { () -> AnyPublisher<QuerySnapshot<Document>, Never> in
      self.begin()
      return self.$documents.map { query.apply($0) }.removeDuplicates()
        .handleEvents(receiveCancel: { self.end() })
        .eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }

  private func begin() {
    objectWillChange.send()
    listening.value += 1
    if listeners == 1 { onListening?(true) }
  }

  private func end() {
    objectWillChange.send()
    listening.value -= 1
    if listeners == 0 { onListening?(false) }
  }
}
