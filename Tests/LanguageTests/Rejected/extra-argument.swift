// One argument too many.
func double(_ x: Int) -> Int { x * 2 }
print(double(1, 2))  // error: extra argument in call
