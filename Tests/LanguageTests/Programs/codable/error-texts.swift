// What decoding and encoding errors say: printed, and to people.
import Foundation

struct Book: Codable { var title: String; var pages: Int; var tags: [String]? }
enum Kind: String, Codable { case a, b }
struct Shelf: Decodable { var books: [Book]; var kind: Kind }
func attempt<T: Decodable>(_ type: T.Type, _ json: String) {
  do { print(try JSONDecoder().decode(T.self, from: Data(json.utf8))) } catch {
    print(error)
    print(error.localizedDescription)
  }
}
attempt(Book.self, #"{"title": "x"}"#)
attempt(Book.self, #"{"title": "x", "pages": "y"}"#)
attempt(Book.self, #"{"title": null, "pages": 1}"#)
attempt(Book.self, #"{"title": "x", "pages": 1.5}"#)
attempt(Book.self, #"{"title": "x", "pages": 1, "tags": "none"}"#)
attempt(Book.self, "[]")
attempt(Shelf.self, #"{"books": [{"title": "x", "pages": 1}, {"title": "x"}], "kind": "a"}"#)
attempt(Shelf.self, #"{"books": [], "kind": "zzz"}"#)
attempt(Shelf.self, #"{"books": [], "kind": 3}"#)
attempt([Int].self, "[1, null]")
attempt([String: Int].self, #"{"a": "b"}"#)
attempt(Bool.self, "1")
attempt([Book].self, #"{"a": 1}"#)
do { throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "mine")) } catch {
  print(error, error.localizedDescription)
}
do { _ = try JSONEncoder().encode(Double.infinity) } catch { print(error, error.localizedDescription) }
do { _ = try JSONEncoder().encode(["a": Double.nan]) } catch { print(error) }
do { _ = try JSONDecoder().decode(Book.self, from: Data(#"{"title": 1}"#.utf8)) } catch let error as DecodingError {
  switch error {
  case .typeMismatch(let type, let context):
    print(type, context.codingPath.map(\.stringValue), context.debugDescription)
  default: print("other")
  }
}
