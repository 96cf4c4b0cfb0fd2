// & where no inout is.
func show(_ value: Int) { print(value) }
var count = 1
show(&count)  // error: '&' used with non-inout argument of type 'Int'
