// Doubles: printing, rounding, special values, comparison, conversion.
print(1.0, 0.1 + 0.2, 1e21, 1e-7, 100000.0, 123456789.125, -0.0, 5e-324)
print(2.5.rounded(), (-2.5).rounded(), 2.4.rounded(.up), 2.6.rounded(.down), 7.0.truncatingRemainder(dividingBy: 3))
print(Double.infinity, -Double.infinity, Double.nan, Double.nan == .nan, (0.0 / 0.0).isNaN, 1 / 0.0)
print(Int(3.99), Int(-3.99), Double(3), Float(0.1), Double(Float(0.1)), Double("2.5e3") as Any, Double("x") as Any)
print(3.0 == 3, 2.0.squareRoot(), 9.0.isNaN, max(1.5, 2), min(-1.5, 2), abs(-2.5), Double.pi > 3.14, 0.5.isZero)
