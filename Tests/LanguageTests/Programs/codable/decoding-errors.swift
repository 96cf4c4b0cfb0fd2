// What a decoder throws: a missing key, a wrong type, broken text; caught by case.
import Foundation

struct Book: Decodable {
  let title: String
  let pages: Int
}
func load(_ json: String) {
  do {
    print(try JSONDecoder().decode(Book.self, from: Data(json.utf8)))
  } catch DecodingError.keyNotFound(let key, let context) {
    print("no key \(key.stringValue) at \(context.codingPath.map(\.stringValue))")
  } catch DecodingError.typeMismatch(let type, let context) {
    print("not a \(type) at \(context.codingPath.map(\.stringValue))")
  } catch DecodingError.valueNotFound(let type, _) {
    print("no value of \(type)")
  } catch is DecodingError {
    print("broken text")
  } catch {
    print("something else")
  }
}
load(#"{"title": "Dune", "pages": 412}"#)
load(#"{"title": "Dune"}"#)
load(#"{"title": "Dune", "pages": "many"}"#)
load(#"{"title": null, "pages": 1}"#)
load("not json")
load("[]")
let books = try? JSONDecoder().decode([Book].self, from: Data(#"[{"title": "A", "pages": 1}, {"title": "B"}]"#.utf8))
print(books as Any)
struct Lossy: Decodable {
  let pages: Int?
  let rating: Double?
}
print(try JSONDecoder().decode(Lossy.self, from: Data(#"{"pages": 3}"#.utf8)))
