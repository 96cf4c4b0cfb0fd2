// NotificationCenter as a publisher, with names of the program's own and a pipeline behind it.
import Combine
import Foundation

extension Notification.Name {
  static let didUpdateStatus = Notification.Name("didUpdateStatus")
  static let addTopping = Notification.Name("addTopping")
}
enum Status { case placing, placed, processing }
final class Order {
  var status = Status.placing {
    willSet { print("Status of order is now [\(newValue)]") }
  }
  var toppings = ["tomato"]
}
let order = Order()
let other = Order()
var tokens = Set<AnyCancellable>()
NotificationCenter.default.publisher(for: .didUpdateStatus, object: order)
  .map { notification in notification.userInfo?["status"] as? Status ?? .placing }
  .assign(to: \.status, on: order)
  .store(in: &tokens)
NotificationCenter.default.publisher(for: .addTopping, object: order)
  .compactMap { $0.userInfo?["extra"] as? String }
  .filter { $0 != "salami" }
  .prefix(2)
  .prefix { _ in order.status != .processing }
  .sink(receiveCompletion: { print("toppings", $0) }, receiveValue: { order.toppings.append($0) })
  .store(in: &tokens)
NotificationCenter.default.post(name: .addTopping, object: order, userInfo: ["extra": "salami"])
NotificationCenter.default.post(name: .addTopping, object: order, userInfo: ["extra": "olives"])
NotificationCenter.default.post(name: .addTopping, object: other, userInfo: ["extra": "ham"])
NotificationCenter.default.post(name: .didUpdateStatus, object: order, userInfo: ["status": Status.placed])
NotificationCenter.default.post(name: .addTopping, object: order, userInfo: ["price": 3])
NotificationCenter.default.post(name: .addTopping, object: order, userInfo: ["extra": "capers"])
NotificationCenter.default.post(name: .addTopping, object: order, userInfo: ["extra": "late"])
NotificationCenter.default.post(name: .didUpdateStatus, object: order)
print(order.toppings, order.status, other.toppings)
let center = NotificationCenter()
let any = center.publisher(for: Notification.Name("ping")).sink {
  print($0.name.rawValue, $0.object == nil, $0.userInfo == nil)
}
center.post(name: Notification.Name("ping"), object: nil)
any.cancel()
center.post(name: Notification.Name("ping"), object: nil)
_ = center.publisher(for: Notification.Name("pong")).map(\.name.rawValue).print("pong").sink { _ in }
