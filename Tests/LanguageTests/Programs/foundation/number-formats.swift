// Small helpers people write on Foundation: a number formatter, a byte formatter, sorting with comparators.
import Foundation

func price(_ cents: Int) -> String {
  String(format: "%d.%02d €", cents / 100, cents % 100)
}
print(price(1250), price(5))
let formatter = NumberFormatter()
formatter.numberStyle = .decimal
formatter.locale = Locale(identifier: "en_US")
formatter.maximumFractionDigits = 1
print(formatter.string(from: 1234567.89 as NSNumber) ?? "-", formatter.number(from: "42")?.intValue ?? -1)
print(formatter.number(from: "not a number") as Any)
print(["b10", "b9", "a1"].sorted { $0.compare($1, options: .numeric) == .orderedAscending })
let words = ["pear", "Apple", "fig"]
print(words.sorted { $0.localizedCaseInsensitiveCompare($1) == .orderedAscending })
print((0.1 + 0.2 - 0.3).magnitude < 1e-9, pow(2.0, 10.0), sqrt(16.0), floor(2.7), ceil(2.1), round(2.5))
print(
  log2(8.0), String(format: "%.3f", log(10.0)), Int(exp2(5.0)), sin(0.0),
  Decimal(string: "0.1")! + Decimal(string: "0.2")!)
let index = IndexSet([1, 3])
print(index.contains(3), index.count, index.map { $0 })
print(Thread.isMainThread)
