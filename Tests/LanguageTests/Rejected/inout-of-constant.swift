// & of a constant.
func increase(_ value: inout Int) { value += 1 }
let count = 1
increase(&count)  // error: cannot pass immutable value as inout argument: 'count' is a 'let' constant
