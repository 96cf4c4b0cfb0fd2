// A cart: items with amounts, a total that follows, a discount that is switched on, removal, empty state.
import Combine
import Foundation

struct Product: Hashable {
  let name: String
  let cents: Int
}
struct Item: Identifiable {
  let id: Int
  let product: Product
  var amount = 1
  var cents: Int { product.cents * amount }
}
final class Cart: ObservableObject {
  @Published private(set) var items: [Item] = []
  @Published var hasDiscount = false
  @Published private(set) var total = ""
  @Published private(set) var isEmpty = true
  private var nextID = 1
  init() {
    let sum = $items.map { $0.reduce(0) { $0 + $1.cents } }
    sum.combineLatest($hasDiscount)
      .map { cents, discount in discount ? cents * 9 / 10 : cents }
      .map { String(format: "%.2f", Double($0) / 100) }
      .assign(to: &$total)
    $items.map(\.isEmpty).removeDuplicates().assign(to: &$isEmpty)
  }
  func add(_ product: Product, amount: Int = 1) {
    if let index = items.firstIndex(where: { $0.product == product }) {
      items[index].amount += amount
    } else {
      items.append(Item(id: nextID, product: product, amount: amount))
      nextID += 1
    }
  }
  func remove(id: Item.ID) {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return }
    items.remove(at: index)
  }
}
let cart = Cart()
let log = cart.$total.combineLatest(cart.$isEmpty).sink { print("total \($0) empty \($1)") }
let pizza = Product(name: "Pizza", cents: 950)
let salad = Product(name: "Salad", cents: 525)
cart.add(pizza)
cart.add(pizza)
cart.add(salad, amount: 3)
cart.hasDiscount.toggle()
cart.remove(id: 99)
cart.remove(id: 1)
print(cart.items.map { "\($0.amount) x \($0.product.name)" })
cart.remove(id: 2)
