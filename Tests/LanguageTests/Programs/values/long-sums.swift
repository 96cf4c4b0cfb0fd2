// Long chains of operators, of variables and of literals alone, for Int, Double, Float and String.
let a = 1.5, b = 2.5
print(
  a + b * a - b / a + a + b * a - b / a + a + b * a - b / a + a + b * a - b / a + a + b * a - b / a + a + b * a - b / a
    + a + b * a - b / a + a + b * a - b / a + a + b * a - b / a + a + b * a - b / a + a + b * a - b / a + a + b * a - b
    / a + a + b * a - b / a + a + b * a - b / a + a + b * a - b / a + a + b * a - b / a + a + b * a - b / a + a + b * a
    - b / a + a + b * a - b / a)
let c: Double =
  1.0 + 2 * 3 - 4 / 5 + 1.0 + 2 * 3 - 4 / 5 + 1.0 + 2 * 3 - 4 / 5 + 1.0 + 2 * 3 - 4 / 5 + 1.0 + 2 * 3 - 4 / 5 + 1.0 + 2
  * 3 - 4 / 5
print(c)
let d = 60 * 60 * 24 * 7 * 4 * 12 * 60 * 60 - 1 + 2 - 3 + 4 - 5 + 6 - 7 + 8
let e: Double = 60 * 60 * 24 * 7 * 4 * 12 * 60 * 60 - 1 + 2 - 3 + 4 - 5 + 6 - 7 + 8
print(d, e)
let x: Float = 2
print(x * 2 + 1 / x, "a" + "b" + "c" + "d" + "e" + "f" + "g" + "h" + "\(x)" + "i")
print((a > 1 && b < 2) || (a == 1 && b != 3) || !(a >= b) && a * 2 > 3)
