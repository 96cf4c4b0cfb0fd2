// A literal that does not fit.
let small: Int8 = 200  // error: integer literal '200' overflows when stored into 'Int8'
