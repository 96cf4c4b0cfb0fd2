import Foundation

extension String {
  var isValidEmail: Bool {
    range(of: #"^[A-Z0-9._%+-]+@[A-Z0-9.-]+\.[A-Z]{2,}$"#, options: [.regularExpression, .caseInsensitive]) != nil
  }
  var initials: String { split(separator: " ").compactMap(\.first).prefix(2).map(String.init).joined().uppercased() }
  func truncated(to n: Int, trailing: String = "…") -> String { count > n ? prefix(n) + trailing : self }
  var slug: String {
    lowercased().folding(options: .diacriticInsensitive, locale: nil)
      .components(separatedBy: CharacterSet.alphanumerics.inverted).filter { !$0.isEmpty }.joined(separator: "-")
  }
  subscript(i: Int) -> Character { self[index(startIndex, offsetBy: i)] }
  subscript(r: Range<Int>) -> Substring {
    let s = index(startIndex, offsetBy: r.lowerBound); return self[s..<index(s, offsetBy: r.count)]
  }
  var isPalindrome: Bool { let l = lowercased().filter(\.isLetter); return l == String(l.reversed()) }
  mutating func capitalizeFirst() {
    guard let f = first else { return }; replaceSubrange(startIndex...startIndex, with: f.uppercased())
  }
}
print("a.b@c.org".isValidEmail, "a@b".isValidEmail)
print("ada king lovelace".initials, "hello world".truncated(to: 5), "Été à Zürich!".slug)
print("hello"[1], "hello"[1..<3], "A man, a plan, a canal: Panama".isPalindrome)
var s = "word"; s.capitalizeFirst(); print(s)
let card = "4111111111111111"
let groups = stride(from: 0, to: card.count, by: 4).map { String(card.dropFirst($0).prefix(4)) }
print(groups.joined(separator: " "), String(repeating: "•", count: card.count - 4) + card.suffix(4))
let words = "the rain in spain stays mainly in the plain".split(separator: " ")
let counts = words.reduce(into: [:]) { $0[$1, default: 0] += 1 }
print(counts.filter { $0.value > 1 }.keys.sorted())
let top = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map { "\($0.key)=\($0.value)" }
print(top)
print("swift,combine;rx".split { ",;".contains($0) }.map(\.localizedCapitalized))
if let r = "key=value=x".firstIndex(of: "=") { let t = "key=value=x"; print(t[..<r], t[t.index(after: r)...]) }
print("%d items at %.2f (%@) %5d|%-6s|".count, String(format: "%d items at %.2f %05d %x", 3, 2.5, 42, 255))
let multi = """
  first \
  still first
    indented "quoted" \("inter" + "polated")
  """
print(multi.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) })
print("naïve café".unicodeScalars.filter(\.isASCII).count, "👨‍👩‍👧".count, "👨‍👩‍👧".utf8.count, "e\u{301}" == "é")
print(
  "abc".map { $0.asciiValue! &+ 1 }.map { Character(UnicodeScalar($0)) }, Character("7").wholeNumberValue ?? -1,
  "z" > "a")
print(Int("42") ?? 0, Int("4x") as Any, Double("1e3")!, Int("ff", radix: 16)!, String(255, radix: 2), Bool("true")!)
print(
  "one two".replacingOccurrences(of: "o", with: "0"), "aXbX".components(separatedBy: "X"), "abc".contains("bc"),
  "x".padding(toLength: 4, withPad: "-", startingAt: 0))
let text = "2024-03-05 and 2023-12-31"
let re = /(?<year>\d{4})-(?<month>\d\d)-(\d\d)/
for m in text.matches(of: re) { print(m.year, m.month, m.3, m.0) }
print(text.replacing(re) { "\($0.3).\($0.month)" })
print(
  text.firstMatch(of: /and (\d+)/)?.1 ?? "-", "a1b22".split(separator: /\d+/), "hello".wholeMatch(of: /h.*o/) != nil)
let a = "Swift"; let i = a.index(a.endIndex, offsetBy: -2, limitedBy: a.startIndex); print(i.map { a[$0] } ?? "-")
print(
  a.enumerated().filter { $0.offset.isMultiple(of: 2) }.map { $0.element }, Array(a.indices).count,
  a.hashValue == a.hashValue)
print(
  "b,a".split(separator: ",").sorted(), String(a.reversed()), a.allSatisfy(\.isLetter),
  a.last(where: { "aeiou".contains($0) }) ?? "?")
print("line1\nline2\r\nline3".components(separatedBy: .newlines), "tab\there", #"raw \(x) \#(a)"#, "\u{1F600}")
print(
  "Résumé".compare("resume", options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame,
  "a10".compare("a9", options: .numeric).rawValue, "B".caseInsensitiveCompare("b") == .orderedSame)
