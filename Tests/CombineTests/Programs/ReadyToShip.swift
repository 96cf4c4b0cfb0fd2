// Two notifications that have to come together.

import Combine
import Foundation

let readyToShip = Program(
  "ready to ship",
  prints: """
    order placed, address invalid: ready false
    order placed, address valid: ready true
    order shipped, address valid: ready false
    Ship it: 1
    """
) { print in
  enum OrderStatus: String { case placed, shipped }
  enum AddressStatus: String { case valid, invalid }

  let center = NotificationCenter()
  let (orders, addresses) = (Notification.Name("order"), Notification.Name("address"))
  let order = center.publisher(for: orders).compactMap { $0.object as? OrderStatus }
  let address = center.publisher(for: addresses).compactMap { $0.object as? AddressStatus }
  let ready = order.combineLatest(address)
    .map { order, address in
      let isReady = order == .placed && address == .valid
      print("order \(order), address \(address): ready \(isReady)")
      return isReady
    }
    .removeDuplicates()
  var shipped = 0
  let cancellable = ready.filter { $0 }.sink { _ in shipped += 1 }

  center.post(name: orders, object: OrderStatus.placed)
  center.post(name: orders, object: "something else")
  center.post(name: addresses, object: AddressStatus.invalid)
  center.post(name: addresses, object: AddressStatus.valid)
  center.post(name: orders, object: OrderStatus.shipped)
  print("Ship it:", shipped)
  withExtendedLifetime(cancellable) {}
}
