// A shopping cart: enums with payloads, computed totals, sorting by several keys, grouping.
import Foundation

enum Discount: Equatable {
  case none
  case percent(Double)
  case fixed(Decimal)

  func apply(to total: Decimal) -> Decimal {
    switch self {
    case .none: total
    case .percent(let p): total - total * Decimal(p) / 100
    case .fixed(let amount): max(0, total - amount)
    }
  }
}
struct Item: Identifiable, Hashable {
  let id: Int
  var name: String
  var price: Decimal
  var quantity = 1
  var category: Category
  enum Category: String, CaseIterable, Comparable {
    case food, drink, other
    static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
    var title: String { rawValue.capitalized }
  }
  var total: Decimal { price * Decimal(quantity) }
}
struct Cart {
  private(set) var items: [Item] = []
  var discount = Discount.none
  var subtotal: Decimal { items.map(\.total).reduce(0, +) }
  var total: Decimal { discount.apply(to: subtotal) }
  var isEmpty: Bool { items.isEmpty }
  mutating func add(_ item: Item) {
    if let index = items.firstIndex(where: { $0.id == item.id }) {
      items[index].quantity += item.quantity
    } else {
      items.append(item)
    }
  }
  @discardableResult
  mutating func remove(id: Item.ID) -> Item? {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return nil }
    return items.remove(at: index)
  }
  subscript(id: Item.ID) -> Item? {
    get { items.first { $0.id == id } }
    set {
      if let newValue { add(newValue) } else { remove(id: id) }
    }
  }
}
var cart = Cart()
cart.add(Item(id: 1, name: "Pizza", price: 9.5, category: .food))
cart.add(Item(id: 2, name: "Cola", price: 2.5, quantity: 3, category: .drink))
cart.add(Item(id: 1, name: "Pizza", price: 9.5, category: .food))
cart[3] = Item(id: 3, name: "Napkins", price: 1, category: .other)
print(cart.subtotal, cart.items.count, cart[1]?.quantity ?? 0)
cart.discount = .percent(10)
print(cart.total)
cart.discount = .fixed(100)
print(cart.total, cart.discount == .fixed(100), cart.discount != .none)
cart[3] = nil
print(cart.items.map(\.name).sorted(), cart.remove(id: 99) == nil)
let grouped = Dictionary(grouping: cart.items, by: \.category).sorted { $0.key < $1.key }
for (category, items) in grouped {
  print(category.title, items.map { "\($0.name) x\($0.quantity)" }.joined(separator: ", "))
}
let sorted = cart.items.sorted { ($0.category, $1.name) < ($1.category, $0.name) }
print(sorted.first?.name ?? "-", Item.Category.allCases.map(\.title), Set(cart.items).count)
