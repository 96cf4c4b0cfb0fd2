// Classes that inherit from NSObject: initialisers, equality, description.
import Combine
import Foundation

class Model: NSObject, ObservableObject {
  @Published var count = 1
  override init() {
    super.init()
    count = 2
  }
}
let model = Model()
print(model.count, model == Model(), model == model, model.isEqual(model), model.hash == model.hashValue)

class Item: NSObject {
  let number: Int
  init(number: Int) {
    self.number = number
    super.init()
  }
  override func isEqual(_ object: Any?) -> Bool { (object as? Item)?.number == number }
  override var hash: Int { number }
  override var description: String { "item \(number)" }
}
print(Item(number: 1) == Item(number: 1), Set([Item(number: 1), Item(number: 1)]).count, Item(number: 4))

final class Special: Item {
  let name: String
  init(name: String) {
    self.name = name
    super.init(number: 7)
  }
}
print(Special(name: "s").number, [Special(name: "s")])

protocol Delegate: NSObjectProtocol { func changed() }
final class Screen: NSObject, Delegate { func changed() { print("changed") } }
weak var delegate: (any Delegate)?
let screen = Screen()
delegate = screen
delegate?.changed()

class Plain: NSObject { var title = "plain" }
print(Plain().title, Plain() is NSObject)
