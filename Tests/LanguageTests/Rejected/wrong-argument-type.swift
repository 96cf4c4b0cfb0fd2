// A text where a number is expected.
func double(_ x: Int) -> Int { x * 2 }
print(double("2"))  // error: cannot convert value of type 'String' to expected argument type 'Int'
