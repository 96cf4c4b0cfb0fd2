// Variables of a body that are computed.
struct Cart {
  var prices: [Double]
  func summary() -> String {
    var total: Double { prices.reduce(0, +) }
    var isLarge: Bool {
      get { total > 10 }
    }
    let discount = 0.5
    var reduced: Double { isLarge ? total * discount : total }
    return "\(total) \(isLarge) \(reduced)"
  }
}
print(Cart(prices: [4, 5]).summary(), Cart(prices: [8, 5]).summary())
func celsius() {
  var kelvin = 273.15
  var celsius: Double {
    get { kelvin - 273.15 }
    set { kelvin = newValue + 273.15 }
  }
  celsius = 10
  print(kelvin, celsius)
  celsius += 5
  print(kelvin, celsius)
  let read = { celsius }
  kelvin = 300
  print(read() > 26)
}
celsius()
func inClosures(_ items: [Int]) -> [String] {
  var seen = 0
  return items.map { item in
    seen += 1
    var isEven: Bool { item % 2 == 0 }
    var label: String { isEven ? "even" : "odd" }
    return "\(seen) \(label)"
  }
}
print(inClosures([1, 2, 3]))
