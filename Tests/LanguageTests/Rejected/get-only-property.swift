// A computed property without set is assigned.
struct Rect {
  var width = 1.0
  var area: Double { width * width }
}
var rect = Rect()
rect.area = 4  // error: cannot assign to property: 'area' is a get-only property
