// Arithmetic on Int and Double: precedence, division, remainder, compound assignment, conversion.
print(2 + 3 * 4, (2 + 3) * 4, 10 - 4 - 3)
print(7 / 2, -7 / 2, 7 % 3, -7 % 3, 7 % -3)
print(7.0 / 2, 7.5.truncatingRemainder(dividingBy: 2))

var total = 10
total += 5
total -= 3
total *= 2
total /= 5
total %= 3
print(total)

let pages = 476
let perDay = 40.0
print(Double(pages) / perDay)
print(Int(11.9), Int(-11.9), Int((11.5).rounded()), Int((12.5).rounded()))
print((11.2).rounded(.up), (11.8).rounded(.down), (-11.8).rounded(.towardZero))

print(abs(-5), abs(-2.5), max(3, 9, 4), min(3, 9, 4))
print((17).quotientAndRemainder(dividingBy: 5))
print(10.isMultiple(of: 5), 10.isMultiple(of: 3), (-3).signum())
print(6.advanced(by: 4), 3.distance(to: 10))
print(4.0.squareRoot(), 2.0 * .pi)
