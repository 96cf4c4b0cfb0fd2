// A closure that throws, given to a function that takes a closure that does not.
// swift-format-ignore-file
struct Failed: Error {}
func parse(_ text: String) throws -> Int { throw Failed() }
func apply(_ body: (String) -> Int) -> Int { body("1") }
print(apply { try parse($0) })  // error: invalid conversion from throwing function of type '(String) throws -> Int' to non-throwing function type '(String) -> Int'
