// Plain cases, raw values of String and Int (given and implied), init(rawValue:), CaseIterable.
enum OrderStatus: String {
  case placed
  case processing
  case delivered = "done"
}
enum Size: Int, CaseIterable {
  case small = 1, medium, large
  case giant = 10
}
print(OrderStatus.placed, OrderStatus.placed.rawValue, OrderStatus.delivered.rawValue)
print(OrderStatus(rawValue: "processing") as Any, OrderStatus(rawValue: "nope") as Any)
print(Size.medium.rawValue, Size.giant.rawValue, Size(rawValue: 3) ?? .small)
print(Size.allCases, Size.allCases.count, Size.allCases.map(\.rawValue))

enum Category: String, CaseIterable, Identifiable {
  case fiction, science, cooking
  var id: String { rawValue }
  var title: String { rawValue.capitalized2 }
}
extension String {
  var capitalized2: String { prefix(1).uppercased() + dropFirst() }
}
print(Category.allCases.map(\.title), Category.science.id)
var status = OrderStatus.placed
status = .processing
print(status == .processing, status != .placed)
if let next = OrderStatus(rawValue: "done"), next == .delivered { print("delivered") }
enum Letter: Character { case a = "α", b = "β" }
enum Ratio: Double { case half = 0.5, full = 1 }
print(Letter(rawValue: "β")!, Letter.a.rawValue, Ratio.half.rawValue * 10)
