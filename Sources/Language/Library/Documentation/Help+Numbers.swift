/// Help: numbers and operators. See `Documentation` for how it is written.
extension Documentation {
  static let numbers = #"""
    # Int, Int.init
    A whole number of 64 bits. What does not fit is a trap.
    print(7 / 2, 7 % 2, Int(3.9), Int("42") ?? 0, Int("x") ?? -1, Int("ff", radix: 16) ?? 0)
    => 3 1 3 42 -1 255

    # UInt8
    A whole number from 0 to 255, a byte. The other sizes are Int8 to Int64 and UInt8 to UInt64.
    print(UInt8.max, UInt8(truncatingIfNeeded: 300), UInt8(clamping: 300), UInt8(exactly: 300) == nil)
    => 255 44 255 true

    # Int.min, Int.max
    The least and the greatest number of the type.
    print(Int.max, Int8.min)
    => 9223372036854775807 -128

    # Int.zero, Double.zero, AdditiveArithmetic, AdditiveArithmetic.zero
    Nothing, the 0 of the type.
    print(Int.zero, Double.zero)
    => 0 0.0

    # Int.bitWidth
    How many bits the type has.
    print(Int.bitWidth, UInt8.bitWidth)
    => 64 8

    # Int.isSigned
    Whether the type has numbers below 0.
    print(Int.isSigned, UInt.isSigned)
    => true false

    # Int.magnitude, Double.magnitude
    The number without its sign.
    print((-7).magnitude, (-2.5).magnitude)
    => 7 2.5

    # Int.nonzeroBitCount, Int.leadingZeroBitCount, Int.trailingZeroBitCount
    How many bits are set, and how many are not at the upper and the lower end.
    print(12.nonzeroBitCount, UInt8(12).leadingZeroBitCount, 12.trailingZeroBitCount)
    => 2 4 2

    # Int.isMultiple
    Whether the number can be divided by another without a rest.
    print(6.isMultiple(of: 3), 7.isMultiple(of: 2))
    => true false

    # Int.signum
    -1, 0 or 1, as the number is below, at or above 0.
    print((-7).signum(), 0.signum(), 7.signum())
    => -1 0 1

    # Int.negate, Double.negate, SignedNumeric.negate
    Changes the sign.
    var n = 7
    n.negate()
    print(n)
    => -7

    # Int.quotientAndRemainder
    A division and its rest.
    print(7.quotientAndRemainder(dividingBy: 2))
    => (quotient: 3, remainder: 1)

    # Int.advanced, Int.distance, Double.advanced, Double.distance, Strideable, Strideable.advanced, Strideable.distance
    The value so much further on, and how far it is to another.
    print(3.advanced(by: 4), 3.distance(to: 7))
    => 7 4

    # Int.addingReportingOverflow, Int.subtractingReportingOverflow, Int.multipliedReportingOverflow
    The result and whether it did not fit, instead of a trap.
    let sum = Int8(120).addingReportingOverflow(10)
    print(sum.partialValue, sum.overflow)
    => -126 true

    # Int.random, Double.random
    Any number of a range.
    let dice = Int.random(in: 1...6)
    print((1...6).contains(dice), (0..<1).contains(Double.random(in: 0..<1)))
    => true true

    # Numeric, SignedNumeric, Numeric.init
    What numbers have in common: they can be added, subtracted and multiplied.
    func sum<N: Numeric>(_ list: [N]) -> N { list.reduce(0, +) }
    print(sum([1, 2]), sum([0.5, 0.25]))
    => 3 0.75

    # BinaryInteger, FixedWidthInteger, SignedInteger, UnsignedInteger
    What whole numbers have in common.
    func isEven<N: BinaryInteger>(_ n: N) -> Bool { n % 2 == 0 }
    print(isEven(4), isEven(UInt8(3)))
    => true false

    # FloatingPoint, BinaryFloatingPoint
    What numbers with a fraction have in common.
    func half<N: BinaryFloatingPoint>(_ n: N) -> N { n / 2 }
    print(half(3.0), half(Float(5)))
    => 1.5 2.5

    # Double, Double.init
    A number with a fraction, of about 16 digits.
    print(7.0 / 2, Double(7) / 2, Double("1.5") ?? 0, 0.1 + 0.2)
    => 3.5 3.5 1.5 0.30000000000000004

    # Float
    A number with a fraction, of about 7 digits.
    print(Float(1) / 3)
    => 0.33333334

    # Double.pi
    The circumference of a circle by its diameter.
    print(Double.pi)
    => 3.141592653589793

    # Double.infinity
    Greater than all numbers.
    print(Double.infinity > 1e300, 1 / 0.0)
    => true inf

    # Double.nan, Double.isNaN
    No number, such as 0 / 0; it equals nothing, not even itself.
    print(Double.nan == .nan, (0 / 0.0).isNaN)
    => false true

    # Double.greatestFiniteMagnitude, Double.leastNormalMagnitude, Double.leastNonzeroMagnitude
    The greatest and the least numbers that the type has.
    print(Double.greatestFiniteMagnitude, Double.leastNonzeroMagnitude)
    => 1.7976931348623157e+308 5e-324

    # Double.ulpOfOne, Double.ulp, Double.nextUp, Double.nextDown
    How close the next number is: of 1, of this one, and the next ones themselves.
    print(Double.ulpOfOne, 1024.0.ulp, 1.0.nextUp, 1.0.nextDown)
    => 2.220446049250313e-16 2.2737367544323206e-13 1.0000000000000002 0.9999999999999999

    # Double.isFinite, Double.isInfinite, Double.isZero, Double.isNormal
    Whether it is a usual number, infinite, or 0.
    print(1.0.isFinite, (1 / 0.0).isInfinite, 0.0.isZero, 1.0.isNormal)
    => true true true true

    # Double.sign, FloatingPointSign
    Whether it is below 0: minus or plus.
    print((-2.5).sign, 2.5.sign)
    => minus plus

    # Double.significand, Double.exponent
    The two parts that a number is kept in: significand times 2 to the exponent.
    print(6.0.significand, 6.0.exponent)
    => 1.5 2

    # Double.squareRoot, Double.formSquareRoot
    What gives the number when it is multiplied by itself.
    print(2.0.squareRoot())
    => 1.4142135623730951

    # Double.truncatingRemainder, Double.remainder
    What is left of a division; remainder goes to the nearest multiple.
    print(7.5.truncatingRemainder(dividingBy: 2), 7.5.remainder(dividingBy: 2))
    => 1.5 -0.5

    # Double.addingProduct
    The number and a product, rounded once.
    print(1.0.addingProduct(2, 3))
    => 7.0

    # Double.isEqual, Double.isLess
    Comparisons as functions.
    print(1.0.isEqual(to: 1), 1.0.isLess(than: 2))
    => true true

    # Double.minimum, Double.maximum
    The lesser and the greater of two numbers; a number rather than nan.
    print(Double.minimum(1, 2), Double.maximum(.nan, 2))
    => 1.0 2.0

    # Double.rounded, Double.round, FloatingPointRoundingRule
    The nearest whole number, or by a rule: up, down, towardZero, toNearestOrEven.
    print(2.5.rounded(), 2.5.rounded(.down), (-2.5).rounded(.towardZero), 2.5.rounded(.toNearestOrEven))
    => 3.0 2.0 -2.0 2.0

    # Bool, Bool.init
    true or false.
    print(1 < 2, !true, Bool("true") ?? false)
    => true false true

    # Bool.toggle
    Turns true into false, and false into true.
    var isOn = false
    isOn.toggle()
    print(isOn)
    => true

    # Bool.random
    true or false, by chance.
    print([true, false].contains(Bool.random()))
    => true

    # Decimal, Decimal.init
    A decimal number that computes exactly, for money.
    print(Decimal(string: "0.1")! + Decimal(string: "0.2")!)
    => 0.3

    # Decimal.magnitude, Decimal.isZero, Decimal.isSignMinus
    The number without its sign, and what it is.
    let debt = Decimal(-5)
    print(debt.magnitude, debt.isZero, debt.isSignMinus)
    => 5 false true

    # NSNumber
    A number as an object, for formatters.
    print(NSNumber(value: 2.5))
    => 2.5

    # NSNumber.intValue, NSNumber.doubleValue, NSNumber.floatValue, NSNumber.boolValue, NSNumber.stringValue
    The number as another type.
    let number = NSNumber(value: 2.5)
    print(number.intValue, number.doubleValue, number.boolValue, number.stringValue)
    => 2 2.5 true 2.5

    # +
    The sum of numbers; texts or lists behind each other.
    print(1 + 2, "a" + "b", [1] + [2])
    => 3 ab [1, 2]

    # -
    The difference of numbers, or a number with its sign changed.
    print(5 - 2, -3)
    => 3 -3

    # *
    The product of numbers.
    print(3 * 4, 1.5 * 2)
    => 12 3.0

    # /
    A division. That of whole numbers leaves out the rest; by 0 it is a trap.
    print(7 / 2, 7.0 / 2)
    => 3 3.5

    # %
    What a division of whole numbers leaves.
    print(7 % 3, -7 % 3)
    => 1 -1

    # +=, -=, *=, /=, %=
    Change a value by another: a += b is a = a + b.
    var n = 10
    n += 5
    n /= 3
    print(n)
    => 5

    # ==, !=
    Whether two values are equal, or not.
    print(1 == 1, "a" != "b", [1, 2] == [1, 2], Int("x") == nil)
    => true true true true

    # <, <=, >, >=
    Which of two values is less. Tuples are compared part by part.
    print(1 < 2, "a" < "b", (1, "b") < (1, "c"))
    => true true true

    # ===, !==
    Whether two references are to the same object, or not.
    class Book {}
    let a = Book(), b = a
    print(a === b, a === Book())
    => true false

    # &, |, ^, ~
    Bits: those set in both, in one, in one only, or not set.
    print(6 & 3, 6 | 3, 6 ^ 3, ~6)
    => 2 7 5 -7

    # &=, |=, ^=
    Change the bits of a number by those of another.
    var flags = 4
    flags |= 1
    print(flags)
    => 5

    # <<, >>, <<=, >>=
    The bits moved up or down.
    print(1 << 4, 256 >> 2)
    => 16 64

    # &+, &-, &*, &+=, &-=, &*=
    Like +, - and *, but what does not fit is cut off instead of a trap.
    print(UInt8.max &+ 1, Int8.min &- 1)
    => 0 127

    # !
    Not.
    print(!true)
    => false

    # &&, ||
    And, or. The second operand is computed only if it matters.
    let list: [Int] = []
    print(!list.isEmpty && list[0] > 1, list.isEmpty || list[0] > 1)
    => false true

    # ??
    The value of an optional, or another one if it is nil.
    print(Int("x") ?? 0)
    => 0

    # ..<, ...
    A range without its upper bound, and with it; with one bound, a part of a collection.
    print(Array(1..<3), Array(1...3), [1, 2, 3][1...])
    => [1, 2] [1, 2, 3] [2, 3]

    # ~=
    Whether a pattern matches a value; what case does in a switch.
    print(1...5 ~= 3)
    => true

    # min, max
    The least or greatest of some values.
    print(min(3, 1, 2), max("a", "b"))
    => 1 b

    # abs
    The number without its sign.
    print(abs(-7), abs(-2.5))
    => 7 2.5

    # swap
    Exchanges two variables.
    var a = 1, b = 2
    swap(&a, &b)
    print(a, b)
    => 2 1

    # sqrt, cbrt
    The square root and the cube root.
    print(sqrt(9.0), cbrt(27.0))
    => 3.0 3.0000000000000004

    # floor, ceil, round, trunc
    The whole number below, above, nearest, or without the fraction.
    print(floor(2.5), ceil(2.5), round(2.5), trunc(-2.5))
    => 2.0 3.0 3.0 -2.0

    # fabs
    The number without its sign.
    print(fabs(-2.5))
    => 2.5

    # sin, cos, tan, asin, acos, atan, atan2
    Angles and their ratios, in radians.
    print(sin(0.0), cos(0.0), atan2(0.0, 1.0))
    => 0.0 1.0 0.0

    # sinh, cosh, tanh
    Hyperbolic functions.
    print(sinh(0.0), cosh(0.0), tanh(0.0))
    => 0.0 1.0 0.0

    # exp, exp2, pow
    Powers: of e, of 2, of any number.
    print(exp(0.0), exp2(3.0), pow(2.0, 10.0))
    => 1.0 8.0 1024.0

    # log, log2, log10
    Logarithms: by e, by 2, by 10.
    print(log(1.0), log2(8.0), log10(1000.0))
    => 0.0 3.0 3.0

    # hypot, fmod
    The long side of a right triangle, and what a division leaves.
    print(hypot(3.0, 4.0), fmod(7.5, 2.0))
    => 5.0 1.5
    """#
}
