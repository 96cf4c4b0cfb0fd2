// Static variables that are optional begin with nil; local types hide those of the enclosing type.
struct Item {
  var number: Int
  static let samples: [Self] = [.init(number: 1), .init(number: 2)]
  static var current: Item?
  static var all: [Item]!
}
print(Item.samples.count, Item.current as Any)
Item.current = .init(number: 3)
Item.all = Item.samples
print(Item.current!.number, Item.all.count)
class Screen {
  static weak var shown: Screen?
  struct Row { var text = "member" }
  func local() {
    struct Row { var text = "local" }
    let row: Row = Row()
    print(row.text)
  }
  func member() { print(Row().text) }
}
print(Screen.shown == nil)
Screen().local()
Screen().member()
