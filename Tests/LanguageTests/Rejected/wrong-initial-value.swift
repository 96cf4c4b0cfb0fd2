// The value does not have the declared type.
let pages: Int = "412"  // error: cannot convert value of type 'String' to specified type 'Int'
