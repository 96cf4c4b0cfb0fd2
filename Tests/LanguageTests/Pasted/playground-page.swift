//: A page of a playground
import Combine
import PlaygroundSupport
import UIKit

PlaygroundPage.current.needsIndefiniteExecution = true

class Order {
  var status = "placed"
}

let order = Order()
let subscription = Just("shipped")
  .print("order")
  .assign(to: \.status, on: order)
print(order.status)

class LabelController: UIViewController {
  let label = UILabel()
  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(label)
  }
}

PlaygroundPage.current.liveView = LabelController()
