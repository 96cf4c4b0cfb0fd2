// Codable cannot be made when a member is not codable.
// swift-format-ignore-file
struct Author {
  var name = ""
}
struct Book: Codable {  // error: type 'Book' does not conform to protocol 'Decodable'  // error: type 'Book' does not conform to protocol 'Encodable'
  var author: Author
}
