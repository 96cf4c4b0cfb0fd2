// nil for a type that is not optional.
var name: String = "Ann"
name = nil  // error: 'nil' cannot be assigned to type 'String'
