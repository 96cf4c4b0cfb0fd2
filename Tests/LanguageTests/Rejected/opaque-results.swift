// An opaque result has one type behind it.
// swift-format-ignore-file
protocol Shape {}
struct Circle: Shape {}
struct Square: Shape {}
func make(_ round: Bool) -> some Shape {  // error: function declares an opaque return type 'some Shape', but the return statements in its body do not have matching underlying types [#OpaqueTypeInference]
  if round { return Circle() }
  return Square()
}
struct Factory {
  func make(_ number: Int) -> some Equatable {  // error: function declares an opaque return type 'some Equatable', but the return statements in its body do not have matching underlying types [#OpaqueTypeInference]
    if number > 0 { return number }
    return "none"
  }
  var right: some Shape { Circle() }
  func alsoRight(_ round: Bool) -> some Shape {
    if round { return Circle() }
    return Circle()
  }
}
