// Operators that change what they stand at need something that can change.
// swift-format-ignore-file
prefix operator ++
postfix operator ++
@discardableResult prefix func ++ (n: inout Int) -> Int { n += 1; return n }
@discardableResult postfix func ++ (n: inout Int) -> Int { defer { n += 1 }; return n }
func f(_ m: Int) {
  let n = 1
  n++  // error: cannot pass immutable value to mutating operator: 'n' is a 'let' constant
  ++m  // error: cannot pass immutable value to mutating operator: 'm' is a 'let' constant
  var k = 1
  k++
  print(k)
}
