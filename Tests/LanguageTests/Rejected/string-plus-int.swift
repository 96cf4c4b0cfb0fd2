// A text and a number do not add.
let count = 3
let label = "Count: " + count  // error: binary operator '+' cannot be applied to operands of type 'String' and 'Int'
