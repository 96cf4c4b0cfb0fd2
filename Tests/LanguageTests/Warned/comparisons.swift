// A value that is always there, compared with nil.
// swift-format-ignore-file
struct Point: Equatable { var x = 1 }
func find() -> Int? { nil }
func count() -> Int { 1 }

func compare(_ text: String, _ point: Point, _ maybe: String?) {
  if text == nil { print("never") }  // warning: comparing non-optional value of type 'String' to 'nil' always returns false
  if nil != point { print("always") }  // warning: comparing non-optional value of type 'Point' to 'nil' always returns true
  if count() == nil { print("never") }  // warning: comparing non-optional value of type 'Int' to 'nil' always returns false
  if point.x != nil { print("always") }  // warning: comparing non-optional value of type 'Int' to 'nil' always returns true
  if maybe == nil { print("perhaps") }
  if find() != nil { print("perhaps") }
  let other: Int? = 3
  print(other == nil)
}
