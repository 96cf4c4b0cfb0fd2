// willSet and didSet on struct properties and on global variables; not called by initialisers.
struct Stepper {
  var value: Int {
    willSet { print("will \(value) -> \(newValue)") }
    didSet {
      print("did \(oldValue) -> \(value)")
      if value > 10 { value = 10 }
    }
  }
  var name = "stepper" {
    willSet(fresh) { print("name becomes \(fresh)") }
    didSet(old) { print("name was \(old)") }
  }
  init(value: Int) {
    self.value = value
  }
}
var stepper = Stepper(value: 1)
stepper.value = 5
stepper.value += 20
print(stepper.value)
stepper.name = "x"

var query = "" {
  didSet {
    guard query != oldValue else { return print("same") }
    print("query is now '\(query)'")
  }
}
query = "s"
query += "w"
query = "sw"

struct Holder {
  var items: [Int] = [] {
    didSet { print("items \(oldValue) -> \(items)") }
  }
  var stepper = Stepper(value: 0) {
    didSet { print("stepper replaced") }
  }
}
var holder = Holder()
holder.items.append(1)
holder.items[0] = 7
holder.items.removeAll()
holder.stepper.value = 3
