// Computed properties with get and set, on values of values; read-only and static ones.
struct Rect {
  var x = 0.0, y = 0.0
  var width = 2.0, height = 1.0
  var area: Double { width * height }
  var center: (x: Double, y: Double) {
    get { (x + width / 2, y + height / 2) }
    set {
      x = newValue.x - width / 2
      y = newValue.y - height / 2
    }
  }
  var isSquare: Bool {
    return width == height
  }
  static var unit: Rect { Rect(width: 1, height: 1) }
}
var rect = Rect()
print(rect.area, rect.center, rect.isSquare)
rect.center = (10, 10)
print(rect.x, rect.y)
rect.center.x += 5
print(rect.x, Rect.unit.isSquare)

struct Book {
  var isbn: String
  var smallImageName: String { "\(isbn)-S" }
  var largeImageName: String { return "\(isbn)-L" }
}
print(Book(isbn: "978").smallImageName, Book(isbn: "978").largeImageName)

struct Temperature {
  var celsius: Double
  var fahrenheit: Double {
    get { celsius * 1.8 + 32 }
    set(degrees) { celsius = (degrees - 32) / 1.8 }
  }
}
var t = Temperature(celsius: 100)
print(t.fahrenheit)
t.fahrenheit = 32
print(t.celsius)
var globalCount = 2
var doubled: Int { globalCount * 2 }
globalCount = 21
print(doubled)
