// What may throw or wait is marked before the whole operation, or in parentheses.
// swift-format-ignore-file
func number() throws -> Int { 10 }
func later() async -> Int { 10 }
func sum() throws -> Int {
  var sum = 7 + try number()  // error: 'try' cannot appear to the right of a non-assignment operator
  sum += try number()
  sum = try 7 + number()
  sum = 7 + (try number())
  return sum
}
func wait() async -> Int { 1 + await later() }  // error: 'await' cannot appear to the right of a non-assignment operator
