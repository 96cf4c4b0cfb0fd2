// What print makes of values: plain at the top, quoted and qualified inside collections, tuples and optionals.
import Foundation

enum OrderStatus { case placed, processing, delivered }
struct Order {
  var id: Int
  var status: OrderStatus
  var note: String?
}
class Address {
  var street = "Main St"
}

let order = Order(id: 7, status: .placed, note: nil)
print(OrderStatus.placed)
print([OrderStatus.placed, .delivered])
print((OrderStatus.placed, 1), ["status": OrderStatus.processing])
print(order)
print([order])
print("text", ["text"], ("text", 1), ["k": "v"])
let some: String? = "x"
print(some as Any, [some, nil], (some, 2))
print(Address())
print([Address()])
print(1.0, [1.0, 2.5], [true], ["a" as Character], [nil, 1])
print((), [(1, "a")], (name: "Ann", age: 3))
print(Order.self, [OrderStatus.self], type(of: order), type(of: some))
print([Int](), [String: Int](), Set<Int>())
print(1...3, 1..<3, [1...2], 2..., ...5)
print(URL(string: "https://example.com")!, [URL(string: "https://example.com")!])
