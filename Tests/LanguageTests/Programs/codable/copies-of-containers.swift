// A copy of an unkeyed container stays where it is: one looks at what kind comes next, the other decodes it.
// swift-format-ignore-file
import Foundation
class Vehicle: Decodable {
  let name: String
  init(name: String) { self.name = name }
  var wheels: Int { 0 }
}
final class Bike: Vehicle {
  let gears: Int
  private enum Keys: CodingKey { case gears }
  required init(from decoder: Decoder) throws {
    gears = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .gears)
    try super.init(from: decoder)
  }
  override var wheels: Int { 2 }
}
struct Garage: Decodable {
  var vehicles: [Vehicle] = []
  enum Kind: String, Decodable { case bike, other }
  enum Keys: CodingKey { case kind }
  init(from decoder: Decoder) throws {
    var list = try decoder.unkeyedContainer(), ahead = list
    while !list.isAtEnd {
      switch try ahead.nestedContainer(keyedBy: Keys.self).decode(Kind.self, forKey: .kind) {
      case .bike: vehicles.append(try list.decode(Bike.self))
      case .other: vehicles.append(try list.decode(Vehicle.self))
      }
    }
    print(list.currentIndex, ahead.currentIndex)
  }
}
let text = #"[{"kind": "bike", "name": "Rex", "gears": 7}, {"kind": "other", "name": "Cart"}]"#
let garage = try JSONDecoder().decode(Garage.self, from: Data(text.utf8))
print(garage.vehicles.map { "\($0.name) \($0.wheels)" }, (garage.vehicles[0] as? Bike)?.gears ?? 0)

struct Pairs: Decodable {
  var first: [Int] = [], again: [Int] = []
  init(from decoder: Decoder) throws {
    var list = try decoder.unkeyedContainer()
    let start = list
    while let n = try? list.decode(Int.self) { first.append(n) }
    print(list.isAtEnd, start.currentIndex, start.isAtEnd)
    var second = start
    while !second.isAtEnd { again.append(try second.decode(Int.self)) }
  }
}
let pairs = try JSONDecoder().decode(Pairs.self, from: Data("[1, 2, 3]".utf8))
print(pairs.first, pairs.again)
