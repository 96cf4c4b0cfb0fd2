// A name that does not exist.
let total = price * 2  // error: cannot find 'price' in scope
