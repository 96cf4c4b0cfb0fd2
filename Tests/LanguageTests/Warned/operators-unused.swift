// Results of operators that nobody takes.
// swift-format-ignore-file
postfix operator ++
prefix operator --
prefix operator +++
postfix func ++ (n: inout Int) -> Int { defer { n += 1 }; return n }
prefix func -- (n: inout Int) -> Int { n -= 1; return n }
@discardableResult prefix func +++ (n: inout Int) -> Int { n += 2; return n }
func f() {
  var n = 1
  n++  // warning: result of operator '++' is unused
  --n  // warning: result of operator '--' is unused
  +++n
  -n  // warning: result of operator '-' is unused
}
