// A collection of documents elsewhere: read once, listened to, and adapted to publishers.
import Combine
import Foundation

struct Book: Codable, Equatable {
  var title: String
  var pages: Int
}
let documents: [String: String] = [
  "hitchhiker": #"{"title":"Hitchhiker","pages":521}"#,
  "midnight": #"{"title":"The Midnight Library","pages":295}"#,
  "once": #"{"title":"Once More Upon A Time","pages":471}"#,
]

/// The collection as its kit gives it: callbacks, and registrations that can be removed.
class Collection {
  var texts: [String] = []
  var listeners: [Int: ([String]?) -> Void] = [:]
  var count = 0
  func get(_ completion: @escaping ([String]) -> Void) {
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { completion(self.texts) }
  }
  func addListener(_ listener: @escaping ([String]?) -> Void) -> Int {
    count += 1
    listeners[count] = listener
    listener(texts)
    return count
  }
  func removeListener(_ number: Int) { listeners[number] = nil }
  func change(_ texts: [String]?) {
    if let texts { self.texts = texts }
    for number in listeners.keys.sorted() { listeners[number]?(texts) }
  }
}
let collection = Collection()
collection.texts = ["hitchhiker", "midnight", "once"].map { documents[$0]! }

class Library: ObservableObject {
  @Published var books: [Book] = []
  @Published var numberOfBooks = 0
  @Published var errorMessage = ""
  private var registration: Int?
  init() { $books.map { $0.count }.assign(to: &$numberOfBooks) }

  func take(_ texts: [String]) {
    books = texts.compactMap { text in
      do {
        let book = try JSONDecoder().decode(Book.self, from: Data(text.utf8))
        errorMessage = ""
        return book
      } catch {
        errorMessage = error.localizedDescription
        return nil
      }
    }
  }
  func fetch() { collection.get { [weak self] in self?.take($0) } }
  func subscribe() {
    guard registration == nil else { return }
    registration = collection.addListener { [weak self] texts in
      guard let texts else {
        self?.errorMessage = "No documents in 'books' collection"
        return
      }
      self?.take(texts)
    }
  }
  func unsubscribe() {
    registration.map { collection.removeListener($0) }
    registration = nil
  }
}

// S093: read once; what cannot be decoded is skipped, and its error told until a good one follows.
let library = Library()
library.fetch()
#expect(library.books == [])
:clock 100ms
#expect(library.books.map(\.title) == ["Hitchhiker", "The Midnight Library", "Once More Upon A Time"])
#expect(library.books.map(\.pages) == [521, 295, 471])
collection.texts = [documents["once"]!, "{}"]
library.fetch()
:clock 100ms
#expect(library.books.map(\.title) == ["Once More Upon A Time"])
#expect(!library.errorMessage.isEmpty)
collection.texts = ["{}", documents["once"]!]
library.fetch()
:clock 100ms
#expect(library.errorMessage == "")

// S094: listened to: once, every change the whole list, until it is given up.
library.subscribe()
library.subscribe()
#expect(collection.listeners.count == 1)
collection.change(documents.keys.sorted().map { documents[$0]! })
#expect(library.numberOfBooks == 3)
collection.change(nil)
#expect(library.errorMessage == "No documents in 'books' collection")
library.unsubscribe()
collection.change([])
#expect(library.numberOfBooks == 3)

// S095: the listener as a publisher: cancelling removes it and says so, once; an error ends it.
var log: [String] = []
func snapshots() -> AnyPublisher<[String], URLError> {
  let subject = PassthroughSubject<[String], URLError>()
  let number = collection.addListener { texts in
    if let texts { subject.send(texts) } else { subject.send(completion: .failure(URLError(.cannotFindHost))) }
  }
  return subject.handleEvents(receiveCancel: {
    log.append("Cancelled")
    collection.removeListener(number)
  })
  .eraseToAnyPublisher()
}
let live = snapshots()
var first: AnyCancellable? = live.sink { _ in log.append("end") } receiveValue: { log.append("\($0.count) documents") }
collection.change([documents["once"]!])
first = nil
collection.change([])
#expect(log == ["1 documents", "Cancelled"])
log = []
let failing = snapshots().sink { if case .failure = $0 { log.append("failed") } } receiveValue: { _ in }
collection.change(nil)
#expect(log == ["failed"])

// S096: what is weak about it: it listens before anybody subscribes, so that the first snapshot is lost, and one who
// cancels takes it from all; a listener for each subscriber does neither.
log = []
func deferred() -> AnyPublisher<[String], Never> {
  Deferred { () -> AnyPublisher<[String], Never> in
    let subject = CurrentValueSubject<[String]?, Never>(nil)
    let number = collection.addListener { subject.send($0) }
    return subject.compactMap { $0 }
      .handleEvents(receiveCancel: { collection.removeListener(number) })
      .eraseToAnyPublisher()
  }
  .eraseToAnyPublisher()
}
collection.listeners = [:]
collection.texts = [documents["once"]!, "{}"]
let each = deferred()
#expect(collection.listeners.isEmpty)
var one: AnyCancellable? = each.sink { log.append("one \($0.count)") }
let two = each.sink { log.append("two \($0.count)") }
one = nil
collection.change([documents["once"]!])
#expect(log == ["one 2", "two 2", "two 1"])
#expect(collection.listeners.count == 1)
// And a document that cannot be decoded is an error of its own, which does not end the feed.
var titles: [String] = []
let results = each.map { texts in
  texts.map { text in Result { try JSONDecoder().decode(Book.self, from: Data(text.utf8)) } }
}
let three = results.sink { list in
  titles.append(list.map { if case .success(let book) = $0 { book.title } else { "?" } }.joined(separator: ", "))
}
collection.change([documents["once"]!, "{}"])
collection.change([documents["midnight"]!])
#expect(titles == ["Once More Upon A Time", "Once More Upon A Time, ?", "The Midnight Library"])

// S097: a Future works when it is made, once, and keeps what came of it; Deferred works for each subscriber.
var works = 0
let future = Future<Int, Never> { promise in
  works += 1
  promise(.success(works))
  promise(.success(99))
}
#expect(works == 1)
var values: [Int] = []
let a = future.sink { values.append($0) }
let b = future.sink { values.append($0) }
#expect(values == [1, 1])
let lazily = Deferred {
  Future<Int, Never> { promise in
    works += 1
    promise(.success(works))
  }
}
#expect(works == 1)
let c = lazily.sink { values.append($0) }
let d = lazily.sink { values.append($0) }
#expect(values == [1, 1, 2, 3])
