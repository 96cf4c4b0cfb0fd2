// The coding keys that a type has without writing them, used in the half that it writes.
import Foundation
struct Money: Codable {
  var cents: Int
  var name: String = "x"
  init(cents: Int) { self.cents = cents }
  init(from d: Decoder) throws {
    let c = try d.container(keyedBy: CodingKeys.self)
    cents = try c.decode(Int.self, forKey: .cents) * 2
    name = try c.decodeIfPresent(String.self, forKey: .name) ?? "none"
  }
}
class Base: Codable { var a = 1 }
final class Sub: Base {
  var b = 2
  override init() { super.init() }
  enum CodingKeys: CodingKey { case b }
  required init(from decoder: any Decoder) throws {
    b = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .b)
    try super.init(from: decoder)
  }
  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var c = encoder.container(keyedBy: CodingKeys.self)
    try c.encode(b, forKey: .b)
  }
}
struct P { var x: Int; var y: Int?; let z = 3; static var q = 1; var w: Int { 3 }; lazy var l = 4 }
extension P: Encodable {
  func encode(to encoder: any Encoder) throws {
    var c = encoder.container(keyedBy: CodingKeys.self)
    try c.encode(x + 1, forKey: .x)
    try c.encodeIfPresent(y, forKey: .y)
  }
}
extension P: Decodable {}
let e = JSONEncoder(); e.outputFormatting = .sortedKeys
print(
  String(decoding: try e.encode(try JSONDecoder().decode(Money.self, from: Data(#"{"cents": 4}"#.utf8))), as: UTF8.self)
)
print(
  String(decoding: try e.encode(Sub()), as: UTF8.self),
  try JSONDecoder().decode(Sub.self, from: Data(#"{"a": 4, "b": 7}"#.utf8)).a)
print(String(decoding: try e.encode(P(x: 1, y: 2)), as: UTF8.self))
