// An optional is not a condition.
let found: String? = "x"
if found {  // error: optional type 'String?' cannot be used as a boolean; test for '!= nil' instead
  print("found")
}
