// Which type is decoded, a metatype's value says.
import Foundation
protocol Event: Codable { static var type: String { get } }
struct A: Event { static let type = "a"; let x: Int }
struct B: Event { static let type = "b"; let y: String }
let types: [String: any Event.Type] = [A.type: A.self, B.type: B.self]
struct Any1: Decodable {
  let e: any Event
  enum K: CodingKey { case type, payload }
  init(from d: Decoder) throws {
    let c = try d.container(keyedBy: K.self)
    let t = types[try c.decode(String.self, forKey: .type)]!
    e = try t.init(from: c.superDecoder(forKey: .payload))
  }
}
print(
  try JSONDecoder().decode(
    [Any1].self, from: Data(#"[{"type": "a", "payload": {"x": 1}}, {"type": "b", "payload": {"y": "q"}}]"#.utf8)
  ).map(\.e))
let t: any Decodable.Type = [Int].self
print(try JSONDecoder().decode(t, from: Data("[1, 2]".utf8)))
func dec(_ t: any Event.Type, _ s: String) throws -> any Event { try JSONDecoder().decode(t, from: Data(s.utf8)) }
print(try dec(A.self, #"{"x": 4}"#))
