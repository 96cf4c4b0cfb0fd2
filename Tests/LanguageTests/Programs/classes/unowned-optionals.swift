// An unowned reference that may be nil is nil when it is set so.
// swift-format-ignore-file
final class Train {
  let name: String
  init(_ name: String) { self.name = name }
}
final class Car {
  let number: Int
  unowned var train: Train
  unowned var next: Car?
  init(_ number: Int, of train: Train) {
    self.number = number
    self.train = train
    self.next = nil
  }
}
let train = Train("night express")
let first = Car(1, of: train)
let second = Car(2, of: train)
print(first.next?.number ?? 0)
first.next = second
print(first.next?.number ?? 0, first.train.name)
first.next = nil
print(first.next == nil, first.next?.number ?? 0)
func local() {
  unowned var car: Car? = second
  print(car?.number ?? 0)
  car = nil
  print(car?.number ?? 0)
}
local()
