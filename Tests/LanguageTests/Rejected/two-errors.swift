// Two independent mistakes are both reported.
let count: Int = "one"  // error: cannot convert value of type 'String' to specified type 'Int'
let name: String = 2  // error: cannot convert value of type 'Int' to specified type 'String'
