// Notifications with names of their own, a sender and a dictionary; observed with a block, delivered synchronously.
import Foundation

extension Notification.Name {
  static let didAddTopping = Notification.Name("didAddTopping")
  static let didPlaceOrder = Notification.Name(rawValue: "didPlaceOrder")
}
class Pizza {}
let mine = Pizza()
let other = Pizza()
let center = NotificationCenter()
var toppings: [String] = []
let token = center.addObserver(forName: .didAddTopping, object: mine, queue: nil) { notification in
  if let name = notification.userInfo?["name"] as? String { toppings.append(name) }
}
center.post(name: .didAddTopping, object: mine, userInfo: ["name": "olives", "price": 2])
center.post(name: .didAddTopping, object: other, userInfo: ["name": "ham"])
center.post(name: .didPlaceOrder, object: mine)
center.post(name: .didAddTopping, object: mine, userInfo: [:])
center.post(Notification(name: .didAddTopping, object: mine, userInfo: ["name": "capers"]))
print(toppings)
center.removeObserver(token)
center.post(name: .didAddTopping, object: mine, userInfo: ["name": "late"])
print(toppings, Notification.Name.didAddTopping.rawValue, Notification.Name("a") == Notification.Name("a"))
