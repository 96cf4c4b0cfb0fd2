// Two arguments must have the same type.
func pair<T>(_ a: T, _ b: T) -> [T] { [a, b] }
let both: [Int] = pair(1, "x")  // error: cannot convert value of type 'String' to expected argument type 'Int'
