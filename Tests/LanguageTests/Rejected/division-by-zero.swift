// Division by a constant zero.
let result = 10 / 0  // error: division by zero
