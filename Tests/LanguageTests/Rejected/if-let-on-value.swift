// Unwrapping something that is no optional.
let count = 3
if let value = count {  // error: initializer for conditional binding must have Optional type, not 'Int'
  print(value)
}
