// An inout argument without &.
func increase(_ value: inout Int) { value += 1 }
var count = 1
increase(count)  // error: passing value of type 'Int' to an inout parameter requires explicit '&'
