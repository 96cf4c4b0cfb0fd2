// NumberFormatter by style, NSNumber, Decimal: prices and shares as view models show them.
import Foundation

let formatter = NumberFormatter()
formatter.locale = Locale(identifier: "en_US")
formatter.numberStyle = .currency
print(formatter.string(from: 12.5)!, formatter.string(from: NSNumber(value: 1234))!)
formatter.numberStyle = .percent
print(formatter.string(from: 0.256)!, formatter.string(for: 0.5) ?? "-")
formatter.numberStyle = .decimal
formatter.minimumFractionDigits = 2
formatter.maximumFractionDigits = 2
print(formatter.string(from: NSNumber(value: 3.14159))!, formatter.string(from: 1_000_000)!)
formatter.usesGroupingSeparator = false
print(formatter.string(from: 1_000_000)!, formatter.number(from: "12.5")?.doubleValue ?? 0)
let german = NumberFormatter()
german.numberStyle = .decimal
german.locale = Locale(identifier: "de_DE")
print(german.string(from: 1234.5)!, german.number(from: "1,5")!.doubleValue)
let plain = NumberFormatter()
plain.minimumIntegerDigits = 3
print(plain.string(from: 7)!)

let price: Decimal = 19.99
let quantity = Decimal(3)
print(price * quantity, price + 1, quantity / 2, price > quantity, -quantity)
print([Decimal(1), 2, 3].reduce(0, +), Decimal(string: "abc") == nil, Decimal(string: "2.50")!, price == 19.99)
let number: NSNumber = 42
print(number, number.intValue + 1, number.stringValue, (true as NSNumber).boolValue, 1.5 as NSNumber)
