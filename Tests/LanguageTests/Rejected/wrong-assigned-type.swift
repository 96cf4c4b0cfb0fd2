// The assigned value has another type than the variable.
var isValid = false
isValid = 1  // error: integer literal value '1' cannot be used as a boolean; did you mean 'true'?
