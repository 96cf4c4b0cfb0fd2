// The output of the chain does not have the type of the property.
// swift-format-ignore-file
import Combine

class Order {
  var status = 0
}
let order = Order()
let names = PassthroughSubject<String, Never>()
let token = names.assign(to: \.status, on: order)  // error: cannot convert value of type 'ReferenceWritableKeyPath<Order, Int>' to expected argument type 'ReferenceWritableKeyPath<Order, String>'
