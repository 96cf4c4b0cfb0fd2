// assign(to:on:) with short and full key paths, and assign(to:) into a published property.
import Combine

final class Order {
  var status = "placing" {
    willSet { print("status of order is now [\(newValue)]") }
  }
  var count = 0
}
let order = Order()
_ = Just("placed").assign(to: \.status, on: order)
_ = ["processing", "delivered"].publisher.assign(to: \Order.status, on: order)
let numbers = PassthroughSubject<Int, Never>()
let token = numbers.map { $0 * 2 }.assign(to: \.count, on: order)
numbers.send(4)
print(order.status, order.count)
token.cancel()
numbers.send(5)
print(order.count)

final class Model: ObservableObject {
  @Published var name = ""
  @Published var length = 0
  @Published private(set) var isLong = false
  init() {
    $name.map(\.count).assign(to: &$length)
    $length.map { $0 > 3 }.assign(to: &$isLong)
  }
}
let model = Model()
model.name = "Ann"
print(model.length, model.isLong)
model.name = "Peter"
print(model.length, model.isLong)
struct Box { var value = 0 }
final class Holder { var box = Box() }
let holder = Holder()
_ = Just(7).assign(to: \.box.value, on: holder)
print(holder.box.value)
