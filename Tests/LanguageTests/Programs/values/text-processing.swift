// text processing, as one page of a program.
import Foundation
let text = "The quick brown fox — jumps over the lazy dog. The dog sleeps; der Fuß läuft. 👨‍👩‍👧 ok"
let words = text.lowercased().components(separatedBy: CharacterSet.alphanumerics.inverted).filter { !$0.isEmpty }
var freq: [String: Int] = [:]
for w in words { freq[w, default: 0] += 1 }
print(
  freq.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }.prefix(4).map { "\($0.key)=\($0.value)" }
)
print(text.count, text.utf8.count, text.unicodeScalars.count)
let i = text.firstIndex(of: "q")!
print(text[i...].prefix(5), text[..<i], text.distance(from: text.startIndex, to: i))
let j = text.index(i, offsetBy: 6)
print(String(text[i..<j]).capitalized, text[text.index(after: i)], text.last!)
print(String(text.reversed().prefix(5)), "racecar" == String("racecar".reversed()))
extension String {
  var isPalindrome: Bool { let l = lowercased().filter(\.isLetter); return l == String(l.reversed()) }
  func camelCaseToSnake() -> String {
    reduce(into: "") { r, c in if c.isUppercase { r += "_" + c.lowercased() } else { r.append(c) } }
  }
  subscript(offset: Int) -> Character { self[index(startIndex, offsetBy: offset)] }
  func padded(to n: Int, with c: Character = " ") -> String {
    count >= n ? self : self + String(repeating: c, count: n - count)
  }
  mutating func capitalizeFirst() { self = prefix(1).uppercased() + dropFirst() }
}
print(
  "A man, a plan".isPalindrome, "Never odd or even".isPalindrome, "userNameField".camelCaseToSnake(), "hello"[1],
  "ab".padded(to: 5, with: "."))
var name = "swift"; name.capitalizeFirst(); print(name)
print(
  "a,b,,c".split(separator: ","), "a,b,,c".split(separator: ",", omittingEmptySubsequences: false),
  "a-b-c".split(separator: "-", maxSplits: 1))
print(
  "  x y ".trimmingCharacters(in: .whitespaces), "k=v".components(separatedBy: "="),
  "abc".replacingOccurrences(of: "b", with: "--"))
if let r = text.range(of: "brown") { print(text[r], text.replacingCharacters(in: r, with: "red").prefix(15)) }
print(
  "10".compare("9", options: .numeric) == .orderedDescending, "Ä".folding(options: .diacriticInsensitive, locale: nil))
print("abc".hasPrefix("ab"), "abc".hasSuffix("bc"), "abc".contains("bc"), "a" < "b", "abc".max()!, "é" == "e\u{301}")
let multi = """
  Line "one"
    indented \(1 + 1)
  last\
   joined
  """
print(multi)
multi.enumerateLines { line, _ in print("[\(line)]") }
print(#"raw \n "quoted" \#(2 * 3)"#)
print("caesar".unicodeScalars.map { String(UnicodeScalar(($0.value - 97 + 3) % 26 + 97)!) }.joined())
print(Array("hello").map { $0.asciiValue! }, Character("a").isVowel)
extension Character { var isVowel: Bool { "aeiou".contains(self) } }
print("abc".enumerated().map { "\($0.offset)\($0.element)" }, zip("ab", "cd").map { "\($0)\($1)" })
print(Int("ff", radix: 16)!, String(255, radix: 2), Double("1e3")!, Int("x") as Any, Bool("true")!, Int("  3") as Any)
var str = "Hello"
str.insert("!", at: str.endIndex); str.insert(contentsOf: " World", at: str.index(before: str.endIndex));
str.removeLast(); str.remove(at: str.startIndex);
str.removeSubrange(str.startIndex..<str.index(str.startIndex, offsetBy: 2))
print(str)
let re = /(\w+)@(\w+)\.com/
if let m = "mail bob@site.com now".firstMatch(of: re) { print(m.0, m.1, m.2) }
print(
  "a1b22c333".matches(of: /[a-z](\d+)/).map { Int($0.1)! }, "x-1".replacing(/\d/, with: "#"),
  "2024-01-05".wholeMatch(of: /(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)/)!.output.m)
print(
  text.split(whereSeparator: { ".;".contains($0) }).count, text.filter(\.isUppercase), "ß".uppercased(),
  "Hello".map { $0.isUppercase ? Character($0.lowercased()) : Character($0.uppercased()) })
print(String(describing: Optional("x")), String(reflecting: "q\"\n"), "\("in \("deep")")", "tab\tq".debugDescription)
