// The two results of ?: have different types.
let count = 3
let label: String = count > 1 ? "many" : 1  // error: cannot convert value of type 'Int' to specified type 'String'
