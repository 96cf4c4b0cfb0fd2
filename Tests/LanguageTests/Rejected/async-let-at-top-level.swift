// A child task's value is waited for, and is no variable that changes.
// swift-format-ignore-file
func f() async -> Int { 1 }
func g() async throws -> Int { 1 }
async let a = f()
async let b = g()
async let c: String = f()  // error: cannot convert value of type 'Int' to specified type 'String'
async let d: Int  // error: 'async let' binding requires an initializer expression
async var e = f()  // error: 'async' can only be used with 'let' declarations
