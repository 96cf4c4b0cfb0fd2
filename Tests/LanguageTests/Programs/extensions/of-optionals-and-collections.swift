// Extensions of Optional, Array, Dictionary and of protocols of the library.
extension Optional {
  func or(_ value: Wrapped) -> Wrapped { self ?? value }
  var isNil: Bool { self == nil }
}
extension Optional where Wrapped == String {
  var orEmpty: String { self ?? "" }
}
print((nil as Int?).or(3), Optional(1).isNil, (nil as String?).orEmpty.isEmpty)
extension Array where Element: Hashable {
  var unique: [Element] {
    var seen = Set<Element>()
    return filter { seen.insert($0).inserted }
  }
}
extension Dictionary where Value == Int {
  var total: Int { values.reduce(0, +) }
}
print([3, 1, 3].unique, ["a": 1, "b": 2].total)
extension Sequence where Element: Numeric { func sum() -> Element { reduce(0, +) } }
print([1, 2].sum(), [0.5, 0.25].sum(), (1...4).sum())
extension Collection { var second: Element? { dropFirst().first } }
print([1, 2].second as Any, "a".second as Any)
