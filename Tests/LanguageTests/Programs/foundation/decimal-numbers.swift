// Decimal numbers as objects of Foundation.
import Foundation

let price = Decimal(string: "12.50")!
let number = NSDecimalNumber(decimal: price)
print(number.doubleValue, number.intValue, number.stringValue, number.decimalValue == price, number)
print(NSDecimalNumber(string: "0.1").decimalValue + 1, (price as NSDecimalNumber).doubleValue * 2)
let formatter = NumberFormatter()
formatter.numberStyle = .currency
formatter.locale = Locale(identifier: "en_US")
print(formatter.string(from: NSDecimalNumber(decimal: price)) ?? "-")
