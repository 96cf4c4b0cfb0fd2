// An array of different types needs to say so.
let mixed: [Int] = [1, "two", 3]  // error: cannot convert value of type 'String' to expected element type 'Int'
