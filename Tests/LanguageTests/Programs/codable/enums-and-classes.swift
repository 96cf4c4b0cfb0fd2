// Codable made for enums with payloads, for classes and their subclasses, for generic types; own keys of payloads.
import Foundation

func text<T: Encodable>(_ value: T) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}
func read<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
  try JSONDecoder().decode(type, from: Data(text.utf8))
}
enum Shape: Codable, Equatable {
  case dot
  case circle(radius: Double)
  case rectangle(Double, Double)
  case named(String, inner: [Int]?)
}
let shapes: [Shape] = [.dot, .circle(radius: 2), .rectangle(1, 2.5), .named("x", inner: nil)]
print(try text(shapes))
print(try read([Shape].self, try text(shapes)) == shapes)
for wrong in [#"{"dot":{},"circle":{"radius":1}}"#, #"{"square":{}}"#, #"{"circle":{}}"#] {
  do { print(try read(Shape.self, wrong)) } catch { print(error) }
}
enum Level: Int, Codable { case low = 1, high = 10 }
print(try text([Level.low, .high]), try read([Level].self, "[10,1]"))
do { _ = try read(Level.self, "3") } catch { print(error) }
class Animal: Codable {
  var name: String
  var legs = 4
  init(name: String) { self.name = name }
}
print(try text(Animal(name: "cat")), try read(Animal.self, #"{"name":"dog","legs":3}"#).legs)
final class Dog: Animal {
  var breed: String
  private enum CodingKeys: String, CodingKey { case breed }
  init(name: String, breed: String) {
    self.breed = breed
    super.init(name: name)
  }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    breed = try container.decode(String.self, forKey: .breed)
    try super.init(from: decoder)
  }
  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(breed, forKey: .breed)
  }
}
print(try text(Dog(name: "Rex", breed: "Corgi")))
let dog = try read(Dog.self, #"{"name":"Bo","legs":4,"breed":"Pug"}"#)
print(dog.name, dog.breed)
struct Page<Item: Codable>: Codable {
  var items: [Item]
  var next: Int?
}
print(try text(Page(items: ["a", "b"], next: 2)))
let page = try read(Page<Level>.self, #"{"items":[1]}"#)
print(page.items, page.next as Any)
struct Response<T: Decodable>: Decodable {
  let value: T
  enum CodingKeys: String, CodingKey { case value = "data" }
  init(from decoder: any Decoder) throws {
    value = try decoder.container(keyedBy: CodingKeys.self).decode(T.self, forKey: .value)
  }
}
print(try read(Response<[Int]>.self, #"{"data":[1,2]}"#).value)
