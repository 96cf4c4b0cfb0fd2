// A tuple of Bools with one combination missing.
let a = true
let b = false
switch (a, b) {  // error: switch must be exhaustive
case (true, _): print(1)
case (false, true): print(2)
}
