// Class members that others name without their class are those of the class that is called.
// swift-format-ignore-file
class A { class var k: String { "a" }; class func m() -> String { k }; class func n() -> String { f() }; class func f() -> String { "fa" }; static var s: String { k + f() }; class subscript(i: Int) -> String { "\(k)\(i)" } }
class B: A { override class var k: String { "b" }; override class func f() -> String { "fb" } }
print(B.m(), B.n(), B.s, B[1])
