// decode and encode in a pipeline; a failure of decoding caught.
import Combine
import Foundation

struct Book: Codable { let title: String; let pages: Int }
_ = Just(Data(#"{"title": "Dune", "pages": 412}"#.utf8))
  .decode(type: Book.self, decoder: JSONDecoder())
  .sink {
    print($0)
  } receiveValue: {
    print($0.title, $0.pages)
  }
_ = Just(Data("[]".utf8))
  .decode(type: Book.self, decoder: JSONDecoder())
  .map(\.title)
  .catch { error in Just(error is DecodingError ? "not a book" : "other") }
  .sink { print($0) }
_ = Just(["a": 1]).encode(encoder: JSONEncoder()).map { String(decoding: $0, as: UTF8.self) }
  .sink { _ in
  } receiveValue: {
    print($0)
  }
