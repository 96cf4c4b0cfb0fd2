// One name for two types, and for two properties of one type's extensions.
// swift-format-ignore-file
typealias Number = Int
typealias Number = String  // error: invalid redeclaration of 'Number'
struct Plain {}
typealias Plain = Int  // error: invalid redeclaration of 'Plain'
struct Outer { typealias Inner = Int; struct Inner {} }  // error: invalid redeclaration of 'Inner'
struct Twice { typealias Inner = Int; typealias Inner = String }  // error: invalid redeclaration of 'Inner'
extension String { var first2: Int { 1 } }
extension String { var first2: Int { 2 } }  // error: invalid redeclaration of 'first2'
extension String { static var other: Int { 1 } }
extension String { static var other: Int { 2 } }  // error: invalid redeclaration of 'other'
protocol Named {}
extension Named { var name: String { "" } }
extension Named { var name: String { "a" } }  // error: invalid redeclaration of 'name'
extension Array where Element == Int { var total: Int { 1 } }
extension Array where Element == String { var total: Int { 2 } }
