// Inheritance: override of methods and properties, super, initialisers in two phases, final, dynamic dispatch.
class Vehicle {
  let name: String
  var speed = 0
  init(name: String) { self.name = name }
  var description: String { "\(name) at \(speed)" }
  func accelerate() { speed += 10 }
  func sound() -> String { "…" }
}
class Car: Vehicle {
  let doors: Int
  init(name: String, doors: Int) {
    self.doors = doors
    super.init(name: name)
    speed = 1
  }
  override var description: String { super.description + " with \(doors) doors" }
  override func sound() -> String { "brumm" }
}
final class SportsCar: Car {
  override func accelerate() {
    super.accelerate()
    super.accelerate()
    speed += 5
  }
  override var speed: Int {
    didSet { print("speed is now \(speed)") }
  }
}
let vehicles: [Vehicle] = [Vehicle(name: "Bike"), Car(name: "Beetle", doors: 2), SportsCar(name: "911", doors: 3)]
for vehicle in vehicles {
  vehicle.accelerate()
  print(vehicle.description, vehicle.sound())
}
print(vehicles[1] is Car, vehicles[1] is SportsCar, type(of: vehicles[2]))
if let car = vehicles[1] as? Car { print(car.doors) }
print(vehicles.compactMap { ($0 as? Car)?.doors })
