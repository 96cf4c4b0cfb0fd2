// Spellings that swiftc still takes: index(where:), index(of:).
let words = ["one", "two", "three"]
print(words.index(where: { $0.count > 3 })!, words.index(of: "two")!)
func search<T: Equatable>(_ list: [T], _ wanted: T) -> Array<T>.Index? {
  return list.index { $0 == wanted }
}
print(search(words, "three") as Any, search(words, "four") as Any)
