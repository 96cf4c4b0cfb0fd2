// Every part of a Codable type is Codable.
// swift-format-ignore-file
import Combine
import Foundation
struct Author {
  var name = ""
}
enum Event: Codable {  // error: type 'Event' does not conform to protocol 'Decodable'  // error: type 'Event' does not conform to protocol 'Encodable'
  case written(Author)
}
class Model: ObservableObject, Codable {  // error: type 'Model' does not conform to protocol 'Decodable'  // error: type 'Model' does not conform to protocol 'Encodable'
  @Published var name = ""
}
struct Keys: Codable {  // error: type 'Keys' does not conform to protocol 'Decodable'
  var a = 1
  var b: Int
  enum CodingKeys: String, CodingKey { case a }
}
struct Nested: Decodable {  // error: type 'Nested' does not conform to protocol 'Decodable'
  struct Inner { var x = 1 }
  var inner: [Inner]
  var table: [String: Inner]?
}
struct ByHand: Codable {
  var author: Author
  init(from decoder: Decoder) throws { author = Author() }
  func encode(to encoder: Encoder) throws {}
}
struct Half: Codable {  // error: type 'Half' does not conform to protocol 'Encodable'
  var author: Author
  init(from decoder: Decoder) throws { author = Author() }
}
let text = try JSONEncoder().encode(Author())  // error: instance method 'encode' requires that 'Author' conform to 'Encodable'
