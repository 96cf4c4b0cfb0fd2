// Text as forms and lists treat it: initials, masks, counting, wrapping, slugs, padding, indices.
import Foundation

extension String {
  var initials: String { split(separator: " ").compactMap(\.first).map(String.init).joined().uppercased() }
  var isPalindrome: Bool {
    let letters = lowercased().filter(\.isLetter)
    return letters == String(letters.reversed())
  }
  var slug: String {
    lowercased().map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
      .split(separator: "-", omittingEmptySubsequences: true).joined(separator: "-")
  }
  func masked(keeping n: Int, with symbol: Character = "*") -> String {
    String(repeating: symbol, count: max(0, count - n)) + suffix(n)
  }
  func wrapped(at width: Int) -> [String] {
    var lines: [String] = [""]
    for word in split(separator: " ") {
      if lines[lines.count - 1].count + word.count + 1 > width, !lines[lines.count - 1].isEmpty { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines
  }
  subscript(offset: Int) -> Character { self[index(startIndex, offsetBy: offset)] }
  subscript(range: Range<Int>) -> Substring {
    self[index(startIndex, offsetBy: range.lowerBound)..<index(startIndex, offsetBy: range.upperBound)]
  }
}
print("ada lovelace".initials, "A man, a plan".isPalindrome, "Never odd or even".isPalindrome)
print("Hello, World!  Again".slug, "4111111111111111".masked(keeping: 4), "abc".masked(keeping: 5))
print("the quick brown fox jumps".wrapped(at: 10))
print("Swift"[1], "Combine"[0..<4])
let text = "one two three two one"
let counts = text.split(separator: " ").reduce(into: [Substring: Int]()) { $0[$1, default: 0] += 1 }
print(counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }.map { "\($0.key):\($0.value)" })
var padded = ""
for (name, amount) in [("Tea", 2.5), ("Espresso", 12)] {
  padded += name.padding(toLength: 10, withPad: ".", startingAt: 0) + String(format: "%6.2f", amount) + "\n"
}
print(padded, terminator: "")
print("a=1&b=2".components(separatedBy: "&").map { $0.components(separatedBy: "=") }.map { ($0[0], Int($0[1])!) })
print(
  text.firstIndex(of: "t").map { text.distance(from: text.startIndex, to: $0) } ?? -1, text.lastIndex(of: "t") != nil)
print("ÄÖü".lowercased(), "straße".uppercased(), "e\u{301}".count, "👨‍👩‍👧".count, "naïve".unicodeScalars.count)
print(text.contains("three"), text.hasPrefix("one"), text.replacingOccurrences(of: "two", with: "2"))
let multi = """
  first
    second \("in" + "side")
  third\tend
  """
print(multi.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
print(multi.split(whereSeparator: \.isNewline).map(\.count), #"raw \n \#(1 + 1)"#)
print(["b", "a", "C"].sorted(), ["b", "a", "C"].sorted { $0.lowercased() < $1.lowercased() })
print(String("hello".enumerated().map { $0.offset % 2 == 0 ? Character($0.element.uppercased()) : $0.element }))
print(Int("12a") ?? 0, Double("3.5")! + 1, Int("ff", radix: 16)!, String(255, radix: 2), "\(Optional("x") as Any)")
