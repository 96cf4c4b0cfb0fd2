// A number is no condition.
let count = 3
if count {  // error: type 'Int' cannot be used as a boolean; test for '!= 0' instead
  print("some")
}
