// Encoders and decoders of one key, of elements, and of a superclass.
import Foundation
struct Wrap: Codable {
  var x: Int; var note: String?
  enum Keys: String, CodingKey { case outer, inner }
  init(x: Int, note: String?) { self.x = x; self.note = note }
  func encode(to e: Encoder) throws {
    var c = e.container(keyedBy: Keys.self)
    let s = c.superEncoder(forKey: .outer)
    var sc = s.container(keyedBy: CodingKeys.self)
    try sc.encode(x, forKey: .x)
    try note.encode(to: c.superEncoder(forKey: .inner))
  }
  enum CodingKeys: CodingKey { case x, note }
  init(from d: Decoder) throws {
    let c = try d.container(keyedBy: Keys.self)
    let s = try c.superDecoder(forKey: .outer).container(keyedBy: CodingKeys.self)
    x = try s.decode(Int.self, forKey: .x)
    note = try String?(from: c.superDecoder(forKey: .inner))
  }
}
class Animal: Codable { var name: String; init(name: String) { self.name = name } }
final class Dog: Animal {
  var breed: String
  init(name: String, breed: String) { self.breed = breed; super.init(name: name) }
  enum K: String, CodingKey { case breed }
  required init(from d: Decoder) throws {
    let c = try d.container(keyedBy: K.self); breed = try c.decode(String.self, forKey: .breed);
    try super.init(from: c.superDecoder())
  }
  override func encode(to e: Encoder) throws {
    var c = e.container(keyedBy: K.self); try c.encode(breed, forKey: .breed); try super.encode(to: c.superEncoder())
  }
}
struct L: Codable {
  var items: [Int]
  init(items: [Int]) { self.items = items }
  func encode(to e: Encoder) throws {
    var u = e.unkeyedContainer(); for i in items { try u.superEncoder().singleValueEncode(i) }
  }
  init(from d: Decoder) throws {
    var u = try d.unkeyedContainer(); items = [];
    while !u.isAtEnd { items.append(try u.superDecoder().singleValueContainer().decode(Int.self)) }
  }
}
extension Encoder {
  func singleValueEncode<T: Encodable>(_ t: T) throws { var c = singleValueContainer(); try c.encode(t) }
}
let e = JSONEncoder(); e.outputFormatting = .sortedKeys
func show<T: Codable>(_ t: T) throws -> T {
  let d = try e.encode(t); print(String(decoding: d, as: UTF8.self)); return try JSONDecoder().decode(T.self, from: d)
}
print(try show(Wrap(x: 3, note: "n")), try show(Wrap(x: 4, note: nil)).note as Any)
let dog = try show(Dog(name: "Rex", breed: "Lab")); print(dog.name, dog.breed)
print(try show(L(items: [1, 2])).items)
do {
  _ = try JSONDecoder().decode(Wrap.self, from: Data(#"{"outer": {"x": "q"}}"#.utf8))
} catch DecodingError.typeMismatch(_, let c) { print(c.codingPath.map(\.stringValue)) }
do { print(try JSONDecoder().decode(Wrap.self, from: Data(#"{"outer": {"x": 1}}"#.utf8))) } catch {
  print("no inner", error)
}
