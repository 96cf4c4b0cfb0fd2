// Parts of strings: prefixes, suffixes, splitting, indices, ranges.
let text = "swift is fun"
print(text.prefix(5), text.suffix(3), text.dropFirst(6), text.dropLast(4), text.split(separator: " "))
if let space = text.firstIndex(of: " ") {
  print(text[..<space], text[text.index(after: space)...], text.distance(from: text.startIndex, to: space))
}
print(text[text.index(text.startIndex, offsetBy: 3)], text.indices.count, text.prefix { $0 != " " })
print(
  text.split(separator: " ", maxSplits: 1).map(String.init),
  "a,,b".split(separator: ",", omittingEmptySubsequences: false).count)
print(
  "key=value".split(separator: "=").map(String.init), text.lastIndex(of: "i").map { text[$0...] } ?? "",
  text.capitalizedFirst)
extension String { var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() } }
