// Toppings that are extra, vegan, at most three, and only while the order is being placed.
import Combine

struct Topping {
  let name: String
  let isVegan: Bool
}
final class Order {
  enum Status { case placing, placed }
  var status = Status.placing
  var toppings: [Topping]?
  init(toppings: [String]) { self.toppings = toppings.map { Topping(name: $0, isVegan: true) } }
}
extension Topping {
  static let salami = Topping(name: "salami", isVegan: false)
  static let olives = Topping(name: "olives", isVegan: true)
}
let order = Order(toppings: ["tomato", "cheese", "basil"])
let extras = PassthroughSubject<[String: Any], Never>()
let token =
  extras
  .compactMap { $0["extra"] as? Topping }
  .filter { $0.isVegan }
  .prefix(3)
  .prefix(while: { _ in order.status == .placing })
  .sink { completion in
    print("no more: \(completion)")
  } receiveValue: { topping in
    order.toppings!.append(topping)
    print("\(topping.name), now \(order.toppings?.count ?? 0)")
  }
extras.send(["extra": Topping.salami])
extras.send(["extra": Topping.olives])
extras.send(["other": 1])
extras.send(["extra": Topping(name: "pepperoni", isVegan: true)])
order.status = .placed
extras.send(["extra": Topping(name: "capers", isVegan: true)])
extras.send(["extra": Topping.olives])
print(order.toppings!.map(\.name))
