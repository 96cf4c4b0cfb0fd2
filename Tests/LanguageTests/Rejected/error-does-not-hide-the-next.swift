// An unknown name does not make everything after it wrong.
let first = missing + 1  // error: cannot find 'missing' in scope
let second = first * 2
let third: String = 3  // error: cannot convert value of type 'Int' to specified type 'String'
