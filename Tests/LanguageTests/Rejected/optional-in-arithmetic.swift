// Calculating with an optional.
let number = Int("4")
let next = number + 1  // error: value of optional type 'Int?' must be unwrapped to a value of type 'Int'
