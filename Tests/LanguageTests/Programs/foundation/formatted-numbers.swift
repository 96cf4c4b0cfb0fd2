// Numbers, lists, spans of time and bytes as people read them.
import Foundation

// Numbers
print(1_234_567.formatted(), 1234.5.formatted(), (0.1 as Float).formatted(), Decimal(string: "1234.567")!.formatted())
print(
  1234.5.formatted(.number.precision(.fractionLength(2))), 3.14159.formatted(.number.precision(.fractionLength(0...2))))
print(1234.5.formatted(.currency(code: "USD")), 5.formatted(.currency(code: "EUR")))
print(Decimal(5).formatted(.currency(code: "EUR").precision(.fractionLength(0))))
print(0.256.formatted(.percent), 25.formatted(.percent), 0.2567.formatted(.percent.precision(.fractionLength(1))))
print(1_234_567.formatted(.number.notation(.compactName)), 1_234_567.0.formatted(.number.notation(.scientific)))
print(1_234_567.formatted(.number.grouping(.never)), 5.formatted(.number.sign(strategy: .always())))
print(5.formatted(.number.scale(2)), 7.5.formatted(.number.rounded(rule: .down, increment: 1)))
print(
  1234.5.formatted(.number.locale(Locale(identifier: "de_DE"))),
  2.0.formatted(.number.decimalSeparator(strategy: .always)))
print(7.formatted(.number.precision(.integerLength(3))), 1234.formatted(.number.precision(.significantDigits(2))))
print(
  (-5).formatted(.currency(code: "USD").sign(strategy: .accounting)),
  5.5.formatted(.currency(code: "USD").presentation(.isoCode)))
print(2.5.formatted(.currency(code: "USD").presentation(.fullName)), 2.5.formatted(.number.rounded(rule: .up)))

struct Cart {
  var prices = [9.99, 20]
  var total: Double { prices.reduce(0, +) }
  let style: FloatingPointFormatStyle<Double>.Currency = .currency(code: "EUR")
  var label: String { "Total: \(total.formatted(style)) for \(prices.count.formatted())" }
}
print(Cart().label, Cart().style.format(1))
let compact = IntegerFormatStyle<Int>().notation(.compactName)
print([999, 1_500, 2_000_000].map { $0.formatted(compact) })
print([1, 2].map { Double($0) / 3 }.map { $0.formatted(.percent.precision(.fractionLength(0))) })

// Lists, spans, bytes
print(
  ["a", "b", "c"].formatted(), ["a", "b"].formatted(.list(type: .or)),
  ["a", "b", "c"].formatted(.list(type: .and, width: .narrow)))
print([1, 2].formatted(.list(memberStyle: .number, type: .and)))
print(Duration.seconds(3725).formatted(), Duration.seconds(65).formatted(.time(pattern: .minuteSecond)))
print(
  Duration.seconds(3725).formatted(.units(allowed: [.hours, .minutes], width: .wide)),
  Duration.seconds(90).formatted(.units()))
print(1_500_000.formatted(.byteCount(style: .file)), Int64(1500).formatted(.byteCount(style: .memory)))
print(ByteCountFormatter.string(fromByteCount: 1_500_000, countStyle: .file))
