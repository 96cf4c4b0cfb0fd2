// A switch over Int needs a default.
let count = 3
switch count {  // error: switch must be exhaustive
case 0: print("none")
case 1...9: print("some")
}
