// An optional is passed where one is taken, beside the library's own initialisers.
struct Binary {
  let value: Int
  init?(_ text: String) {
    guard let value = Int(text, radix: 2) else { return nil }
    self.value = value
  }
}
extension Int {
  init(_ binary: Binary?) { self = binary?.value ?? 0 }
}
print(Int(Binary("101")), Int(Binary("x")), Int("5")!, Int(3.7))
