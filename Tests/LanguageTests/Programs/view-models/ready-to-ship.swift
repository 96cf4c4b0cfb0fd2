// An order and an address: nothing until both spoke, then true only for one combination.
import Combine

enum OrderStatus { case placing, placed, processing, delivered }
enum AddressStatus { case unknown, valid, invalid }
class Order {
  @Published var status: OrderStatus = .placing {
    willSet { print("Status of order is now [\(newValue)]") }
  }
}
class Address {
  @Published var status = AddressStatus.unknown
}
let order = Order()
let address = Address()
let orders = PassthroughSubject<OrderStatus, Never>()
let addresses = PassthroughSubject<AddressStatus, Never>()
var cancellables = Set<AnyCancellable>()
orders.assign(to: \.status, on: order).store(in: &cancellables)
addresses.assign(to: \Address.status, on: address).store(in: &cancellables)
Publishers.CombineLatest(orders, addresses)
  .map { (orderStatus: OrderStatus, addressStatus: AddressStatus) -> Bool in
    orderStatus == .placed && addressStatus == .valid
  }
  .sink { print("ready to ship: \($0)") }
  .store(in: &cancellables)
orders.combineLatest(addresses).sink { print($0) }.store(in: &cancellables)
orders.send(.placed)
addresses.send(.invalid)
addresses.send(.valid)
orders.send(.processing)
print(order.status, address.status, (order.status, address.status))
