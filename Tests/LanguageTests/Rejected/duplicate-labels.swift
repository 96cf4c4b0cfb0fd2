// Each label of a tuple is there once.
let pair = (a: 1, a: 2)  // error: cannot create a tuple with a duplicate element label
func take(_ pair: (a: Int, a: Int)) {}  // error: cannot create a tuple with a duplicate element label
typealias Point = (x: Int, y: Int, x: Int)  // error: cannot create a tuple with a duplicate element label
let right = (a: 1, 2, b: 3)
