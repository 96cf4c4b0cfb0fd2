// A pizza order on a notification centre: values filtered, limited, and ended by the order's own state.

import Combine
import Foundation

let toppings = Program(
  "toppings",
  prints: """
    all: receive subscription: (["Pepperoni", "Mushrooms", "Onions"])
    all: request unlimited
    all: receive value: (Pepperoni)
    added Pepperoni
    all: receive value: (Mushrooms)
    added Mushrooms
    all: receive value: (Onions)
    added Onions
    all: receive finished
    done: finished
    extra olives, 4 toppings
    extra pepperoni, 5 toppings
    extra capers, 6 toppings
    Status of order is now [processing]
    6 toppings
    """
) { print in
  struct Extra {
    let name: String
    let isVegan: Bool
  }
  enum OrderStatus { case placing, processing }
  final class Order {
    var toppings = ["tomatoes", "vegan mozzarella", "basil"]
    var status = OrderStatus.placing {
      willSet { print("Status of order is now [\(newValue)]") }
    }
    let print: Transcript
    init(_ print: Transcript) { self.print = print }
  }

  let playground = ["Pepperoni", "Mushrooms", "Onions"].publisher
    .print("all", to: print)
    .sink {
      print("done:", $0)
    } receiveValue: {
      print("added", $0)
    }

  let center = NotificationCenter()
  let (added, processed) = (Notification.Name("topping added"), Notification.Name("order processed"))
  let order = Order(print)
  var cancellables = Set<AnyCancellable>()
  center.publisher(for: added, object: order)
    .compactMap { $0.userInfo?["extra"] as? Extra }
    .filter { $0.isVegan }
    .prefix(3)
    .prefix(while: { _ in order.status == .placing })
    .sink {
      order.toppings.append($0.name)
      print("extra \($0.name), \(order.toppings.count) toppings")
    }
    .store(in: &cancellables)
  center.publisher(for: processed)
    .compactMap { $0.userInfo?["status"] as? OrderStatus }
    .assign(to: \.status, on: order)
    .store(in: &cancellables)

  for extra in [
    Extra(name: "salami", isVegan: false), Extra(name: "olives", isVegan: true),
    Extra(name: "pepperoni", isVegan: true), Extra(name: "capers", isVegan: true),
  ] {
    center.post(name: added, object: order, userInfo: ["extra": extra])
  }
  center.post(name: processed, object: order, userInfo: ["status": OrderStatus.processing])
  center.post(name: added, object: order, userInfo: ["extra": Extra(name: "olives", isVegan: true)])
  print(order.toppings.count, "toppings")
  withExtendedLifetime(playground) {}
}
