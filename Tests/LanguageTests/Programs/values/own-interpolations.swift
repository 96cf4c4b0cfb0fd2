// What a program adds to interpolations: labels, several arguments, and values that are put into texts in another way.
// swift-format-ignore-file
import Foundation
struct Person { let first: String, last: String }
struct Money { let cents: Int }
extension String.StringInterpolation {
  mutating func appendInterpolation(initials person: Person) {
    appendInterpolation("\(person.first.prefix(1)). \(person.last)")
  }
  mutating func appendInterpolation(_ value: Double, format: String) { appendLiteral(String(format: format, value)) }
  mutating func appendInterpolation<T: Collection>(_ items: T, joinedBy separator: String) where T.Element == String {
    appendLiteral(items.joined(separator: separator))
  }
  mutating func appendInterpolation(_ text: String, repeated count: Int) {
    for _ in 0..<count { appendLiteral(text) }
  }
  mutating func appendInterpolation(if condition: @autoclosure () -> Bool, _ text: @autoclosure () -> String) {
    guard condition() else { return }
    appendLiteral(text())
  }
}
let ann = Person(first: "Ann", last: "Archer")
print("by \(initials: ann), \(3.14159, format: "%.2f") \(["a", "b"], joinedBy: "/") \("-", repeated: 3)")
print([1.5, 2.25].map { "\($0, format: "%.1f")" }, "\(if: ann.last.count > 3, "long")|\(if: false, "never")|")

// Values without a label: those of the type, and no others.
extension DefaultStringInterpolation {
  mutating func appendInterpolation(_ money: Money) { appendLiteral("$\(money.cents / 100)") }
  mutating func appendInterpolation(_ list: [Int]) { appendLiteral(list.map(String.init).joined(separator: "+")) }
}
let missing: Int? = nil
print("\(Money(cents: 500)) \([1, 2, 3]) \(["a"]) \(4) \(missing as Any) \(true) \(missing, default: "none")")
struct Bill: CustomStringConvertible {
  var money: Money
  var description: String { "costs \(money)" }
}
print(Bill(money: Money(cents: 1200)), "\(Bill(money: Money(cents: 300)))")
