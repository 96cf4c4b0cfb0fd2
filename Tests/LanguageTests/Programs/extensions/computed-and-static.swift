// Extensions of standard types: properties, methods, mutating ones, statics, initialisers, nested types.
extension Int {
  var isEven: Bool { self % 2 == 0 }
  var squared: Int { self * self }
  static let answer = 42
  mutating func double() { self *= 2 }
  func times(_ body: (Int) -> Void) { for i in 0..<self { body(i) } }
  init(digits: [Int]) { self = digits.reduce(0) { $0 * 10 + $1 } }
}
var n = 21
n.double()
print(n, n.isEven, 7.squared, Int.answer == n, Int(digits: [1, 2, 3]))
3.times { print($0, terminator: " ") }
print()
extension String {
  enum Case { case upper, lower }
  func changed(to kind: Case) -> String { kind == .upper ? uppercased() : lowercased() }
  var initials: String { split(separator: " ").compactMap(\.first).map(String.init).joined() }
  subscript(offset: Int) -> Character { self[index(startIndex, offsetBy: offset)] }
}
print("Ab".changed(to: .upper), "ada king lovelace".initials, "swift"[1])
