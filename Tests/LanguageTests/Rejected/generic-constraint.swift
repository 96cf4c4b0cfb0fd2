// A generic function needs a conformance that the type does not have.
func largest<T: Comparable>(_ values: [T]) -> T? { values.max() }
struct Book {}
print(largest([Book()]) as Any)  // error: global function 'largest' requires that 'Book' conform to 'Comparable'
