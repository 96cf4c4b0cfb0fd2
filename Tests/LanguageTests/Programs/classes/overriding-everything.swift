// Class hierarchies with overriding of everything: stored by observed, computed by computed, methods, initialisers, static.
class Vehicle: CustomStringConvertible {
  static let wheelsByDefault = 4
  class var kind: String { "vehicle" }
  let name: String
  var speed = 0.0 {
    willSet { print("\(name) will \(newValue)") }
    didSet { print("\(name) did \(oldValue)") }
  }
  var wheels: Int { Self.wheelsByDefault }
  var description: String { "\(Self.kind) \(name) at \(speed) on \(wheels)" }
  init(name: String) { self.name = name }
  convenience init() { self.init(name: "unnamed") }
  func accelerate(by amount: Double = 10) { speed += amount }
  func copy() -> Vehicle { Vehicle(name: name + "'") }
  deinit { print("bye \(name)") }
}
class Bike: Vehicle {
  override class var kind: String { "bike" }
  override var wheels: Int { 2 }
  override var speed: Double {
    didSet { if speed > 30 { speed = 30 } }
  }
  override func accelerate(by amount: Double = 5) { super.accelerate(by: amount / 2) }
  override func copy() -> Bike { Bike(name: name + "''") }
}
final class EBike: Bike {
  var charge: Int
  init(name: String, charge: Int) {
    self.charge = charge
    super.init(name: name)
  }
  override convenience init(name: String) { self.init(name: name, charge: 100) }
  override var description: String { super.description + ", \(charge)%" }
  override func accelerate(by amount: Double) {
    charge -= 1
    super.accelerate(by: amount * 2)
  }
}
do {
  let garage: [Vehicle] = [Vehicle(name: "car"), Bike(name: "bike"), EBike(name: "e")]
  for vehicle in garage { vehicle.accelerate() }
  garage.forEach { print($0) }
  garage[1].speed = 99
  print(garage[1].speed, garage.map { type(of: $0).kind }, garage[2] is Bike, (garage[2] as? EBike)?.charge ?? 0)
  print(garage[1].copy(), Vehicle().name, EBike().description)
}
let bikes: [Bike.Type] = [Bike.self, EBike.self]
print(bikes.map { $0.kind })
