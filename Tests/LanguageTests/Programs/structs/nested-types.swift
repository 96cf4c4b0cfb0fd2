// Types inside types, extensions of nested ones, the same name in two places, type aliases inside.
struct Shop {
  struct Item: Equatable {
    enum Size: String { case small, large }
    var name: String
    var size: Size
  }
  enum Failure: Error { case soldOut(Item) }
  typealias Stock = [String: Int]
  var stock: Stock = ["tea": 1]
  mutating func sell(_ item: Item) throws -> Int {
    guard let left = stock[item.name], left > 0 else { throw Failure.soldOut(item) }
    stock[item.name] = left - 1
    return left - 1
  }
}
extension Shop.Item {
  static let tea = Shop.Item(name: "tea", size: .small)
  var label: String { "\(name) (\(size.rawValue))" }
}
extension Shop.Item.Size: CaseIterable {}
class Cafe {
  struct Item { var name = "cake" }
  var item = Item()
  lazy var other = Shop.Item(name: item.name, size: .large)
}
var shop = Shop()
print(try shop.sell(.tea), Shop.Item.tea.label, Shop.Item.Size.allCases)
do {
  _ = try shop.sell(Shop.Item.tea)
} catch Shop.Failure.soldOut(let item) {
  print("sold out: \(item.label)")
}
print(Cafe().item, Cafe().other, Shop.Stock().isEmpty, Shop.Failure.soldOut(.tea))
