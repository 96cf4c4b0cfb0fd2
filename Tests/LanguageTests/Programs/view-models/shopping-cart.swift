import Foundation
import Combine

struct Product: Identifiable, Hashable, Codable {
  let id: UUID
  var name: String
  var price: Decimal
  var category: Category

  enum Category: String, Codable, CaseIterable, Comparable {
    case food, drinks, household

    static func < (lhs: Self, rhs: Self) -> Bool {
      guard let l = allCases.firstIndex(of: lhs), let r = allCases.firstIndex(of: rhs) else { return false }
      return l < r
    }
    var title: String { rawValue.capitalized }
  }
}

struct CartLine: Identifiable, Equatable {
  var id: Product.ID { product.id }
  let product: Product
  fileprivate(set) var quantity: Int
  var total: Decimal { product.price * Decimal(quantity) }
}

enum Discount: Equatable {
  case none
  case percent(Int)
  case fixed(Decimal, minimum: Decimal = 10)

  func apply(to amount: Decimal) -> Decimal {
    switch self {
    case .none: return amount
    case .percent(let p): return amount - amount * Decimal(p) / 100
    case let .fixed(value, minimum: min) where amount >= min: return max(0, amount - value)
    case .fixed: return amount
    }
  }
}

final class CartViewModel: ObservableObject {
  @Published private(set) var lines: [CartLine] = []
  @Published var discount: Discount = .none
  @Published private(set) var total: Decimal = 0
  @Published private(set) var summary = ""
  private var bag = Set<AnyCancellable>()

  init() {
    $lines
      .combineLatest($discount)
      .map { lines, discount in
        discount.apply(to: lines.map(\.total).reduce(0, +))
      }
      .removeDuplicates()
      .assign(to: &$total)

    $lines
      .map { lines in Dictionary(grouping: lines, by: \.product.category) }
      .map { groups -> String in
        groups.sorted { $0.key < $1.key }
          .map { "\($0.key.title): \($0.value.reduce(0) { $0 + $1.quantity })" }
          .joined(separator: ", ")
      }
      .sink { [unowned self] in self.summary = $0 }
      .store(in: &bag)
  }

  func add(_ product: Product, count: Int = 1) {
    if let index = lines.firstIndex(where: { $0.id == product.id }) {
      lines[index].quantity += count
    } else {
      lines.append(.init(product: product, quantity: count))
    }
  }

  func remove(_ product: Product) {
    lines.removeAll { $0.product == product }
  }

  func remove(atOffsets offsets: IndexSet) {
    for index in offsets.sorted(by: >) { lines.remove(at: index) }
  }

  subscript(_ id: Product.ID) -> CartLine? { lines.first { $0.id == id } }
}

let apple = Product(
  id: UUID(uuidString: "00000000-0000-0000-0000-000000000001")!, name: "Apple", price: 0.5, category: .food)
let cola = Product(
  id: UUID(uuidString: "00000000-0000-0000-0000-000000000002")!, name: "Cola", price: Decimal(string: "1.75")!,
  category: .drinks)
let soap = Product(
  id: UUID(uuidString: "00000000-0000-0000-0000-000000000003")!, name: "Soap", price: 3, category: .household)

let cart = CartViewModel()
let c = cart.$total.dropFirst().sink { print("total", $0) }
cart.add(apple, count: 4)
cart.add(soap)
cart.add(cola, count: 2)
print(cart.summary)
cart.discount = .percent(10)
cart.discount = .fixed(2)
cart.discount = .fixed(2, minimum: 100)
cart.add(apple)
print(cart[apple.id]?.quantity ?? 0, cart[UUID()] == nil)
cart.remove(atOffsets: IndexSet([0, 2]))
cart.remove(soap)
print(cart.lines.map(\.product.name), cart.total)
let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
print(String(data: try encoder.encode([soap, cola]), encoding: .utf8)!)
print(Product.Category.allCases.max()!)
