// Sets of options changed in place.
struct Toppings: OptionSet {
  let rawValue: Int
  static let ham = Toppings(rawValue: 1)
  static let cheese = Toppings(rawValue: 2)
  static let olives = Toppings(rawValue: 4)
}
var order: Toppings = [.ham, .olives]
order.formSymmetricDifference([.ham, .cheese])
print(
  order.rawValue, order.update(with: .cheese)?.rawValue ?? 0, order.update(with: .ham)?.rawValue ?? 0, order.rawValue)
