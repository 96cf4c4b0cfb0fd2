// What belongs to the parameters of functions, and only to some.
// swift-format-ignore-file
func mandatory(_ value: inout Int, _ other: inout Int = 3) {}  // error: cannot provide default value to inout parameter 'other'
func many(_ values: inout Int...) {}  // error: 'inout' must not be used on variadic parameters
func none(_ values: Int... = []) {}  // error: variadic parameter cannot have a default value
func value(_ value: @escaping Int) {}  // error: '@escaping' only applies to function types
func generic<T>(_ value: @escaping T) {}  // error: '@escaping' only applies to function types
func optional(_ done: @escaping (() -> Void)?) {}  // error: closure is already escaping in optional type argument
func optionalInside(_ done: (@escaping () -> Void)?) {}  // error: closure is already escaping in optional type argument
func list(_ all: [@escaping () -> Void]) {}  // error: '@escaping' may only be used in function parameter position
func lateValue(_ value: @autoclosure Int) {}  // error: '@autoclosure' only applies to function types
func lateFunction(_ value: @autoclosure (Int) -> Int) {}  // error: argument type of '@autoclosure' parameter must be '()'
func lateMany(_ values: @autoclosure () -> Int...) {}  // error: '@autoclosure' must not be used on variadic parameters
func result() -> @escaping () -> Void { {} }  // error: '@escaping' may only be used in function parameter position
typealias Done = @escaping () -> Void  // error: '@escaping' may only be used in function parameter position
struct Holder { let done: @escaping () -> Void }  // error: '@escaping' may only be used in function parameter position
enum Choice { case one(@escaping () -> Void), other(() -> Void) }  // error: '@escaping' may only be used in function parameter position
typealias Action = () -> Void
func right(_ a: @escaping Action, _ b: @escaping (() -> Void), _ c: @escaping @autoclosure () -> Int, _ d: @escaping () -> Void = {}) {}
let rightInside: (@escaping () -> Void) -> Void = { _ in }
let rightClosure = { (done: @escaping () -> Void) in done() }
