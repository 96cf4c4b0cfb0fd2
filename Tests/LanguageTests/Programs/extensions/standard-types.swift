// Extensions of standard types: methods, properties, initialisers, mutating, with conditions.
extension Int {
  var isEven: Bool { self % 2 == 0 }
  func times(_ body: (Int) -> Void) { for i in 0..<self { body(i) } }
  static let answer = 42
  mutating func square() { self *= self }
}
extension String {
  func shouted() -> String { uppercased() + "!" }
  var isBlank: Bool { allSatisfy { $0.isWhitespace } }
  init(stars count: Int) { self = String(repeating: "*", count: count) }
}
extension Array where Element == String {
  var longest: String? { self.max { $0.count < $1.count } }
}
extension Array where Element: Numeric {
  func total() -> Element { reduce(0, +) }
}
extension Collection {
  var middle: Element? { isEmpty ? nil : self[index(startIndex, offsetBy: count / 2)] }
}
extension Optional where Wrapped == String {
  var orEmpty: String { self ?? "" }
}
extension Dictionary where Key == String, Value == Int {
  mutating func count(_ key: String) { self[key, default: 0] += 1 }
}
extension Bool {
  var yesNo: String { self ? "yes" : "no" }
}
print(4.isEven, 7.isEven.yesNo, Int.answer)
3.times { print($0, terminator: " ") }
print("hi".shouted(), "  ".isBlank, String(stars: 3))
print(
  ["a", "ccc", "bb"].longest as Any, [1, 2, 3].total(), [1.5, 2].total(), [1, 2, 3].middle as Any, "abc".middle as Any)
let missing: String? = nil
print(missing.orEmpty.isEmpty, Optional("x").orEmpty)
var counts: [String: Int] = [:]
for word in ["a", "b", "a"] { counts.count(word) }
print(counts["a"]!, counts["b"]!)
var n = 5
n.square()
print(n)
