// Memberwise initialisers with defaults, own initialisers, delegation, failable initialisers, let properties.
struct Sample {
  let id: Int
  var name = "unnamed"
  var tags: [String] = []
  var note: String?
}
print(Sample(id: 1))
print(Sample(id: 2, name: "two"), Sample(id: 3, tags: ["a"], note: "n"))

struct Celsius {
  var degrees: Double
  init(_ degrees: Double) { self.degrees = degrees }
  init(fahrenheit: Double) { self.init((fahrenheit - 32) / 1.8) }
  init?(text: String) {
    guard let value = Double(text) else { return nil }
    self.degrees = value
  }
}
print(Celsius(20).degrees, Celsius(fahrenheit: 212).degrees)
print(Celsius(text: "36.6")?.degrees as Any, Celsius(text: "hot") as Any)

struct Range2 {
  let low: Int
  let high: Int
  init(_ a: Int, _ b: Int) {
    if a < b {
      low = a
      high = b
    } else {
      low = b
      high = a
    }
  }
}
print(Range2(5, 2))
struct Empty {}
print(Empty(), Sample.init(id: 9).id)
let made: Celsius = .init(fahrenheit: 32)
print(made.degrees)
extension Sample {
  init(named name: String) { self.init(id: 0, name: name) }
}
print(Sample(named: "zero"), Sample(id: 4).id)
