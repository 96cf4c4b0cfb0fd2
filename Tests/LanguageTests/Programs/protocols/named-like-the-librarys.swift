// A protocol of the program may be called like one of the library's.
protocol Equatable { func isEqual() -> Bool }
enum Side { case left, right }
func check(_ value: Any) -> Bool { value is any Equatable }
print(check(Side.left))
protocol RawRepresentable { var raw: Int { get } }
enum Level: Int { case low, high }
print((Level.low as Any) is any RawRepresentable)
