// A case without a statement.
switch 3 {
case 1:  // error: 'case' label in a 'switch' must have at least one executable statement
case 2: print("two")
default: break
}
