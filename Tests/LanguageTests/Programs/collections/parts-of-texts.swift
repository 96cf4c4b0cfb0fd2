// Parts of texts and arrays: indices shared with the whole, parsing loops, changes.
import Foundation
let text = "key=value;other=x"
var rest = text[...]
var parts: [Substring] = []
while let i = rest.firstIndex(of: ";") { parts.append(rest[..<i]); rest = rest[rest.index(after: i)...] }
parts.append(rest)
print(parts, parts.map { text.distance(from: text.startIndex, to: $0.startIndex) })
for p in parts {
  let eq = p.firstIndex(of: "=")!
  print(p[..<eq], p[p.index(after: eq)...], text[text.startIndex..<eq], p.base)
}
let words = "the quick brown fox".split(separator: " ")
print(words, words.map { $0.count }, words[1].startIndex < words[2].startIndex, words[2].first!, words.map(String.init))
let w = words[2]
print(
  "the quick brown fox"[w.startIndex], w.hasPrefix("br"), w + "!", w == "brown", "brown" == w, w.uppercased(), "\(w)",
  w.isEmpty)
var d: [Substring: Int] = [:]
for x in "a b a c a".split(separator: " ") { d[x, default: 0] += 1 }
print(d["a"]!, d.count, d[Substring("b")]!)
var sub = text.dropFirst(4)
print(sub, sub.count, sub.first!, sub.last!)
sub.removeFirst(); print(sub, text.distance(from: text.startIndex, to: sub.startIndex))
sub.append("!"); print(sub, sub.popFirst()!, sub, sub.dropLast(2))
sub.removeLast(2); print(sub)
switch w {
case "brown": print("matched");
default: print("no")
}
print(w < "c", ["b", "a"].map { Substring($0) }.sorted(), w.reversed().map(String.init).joined())
if let r = text.range(of: "value") { print(text[r], text[..<r.lowerBound], text[r.upperBound...]) }
let tail = text[text.index(text.startIndex, offsetBy: 4)...]
if let r = tail.range(of: "other") { print(text[r], tail[r]) }
print(
  Int("12 34".split(separator: " ")[1])! + 1, Double("a1.5".dropFirst())!, Array("abc".dropFirst()),
  String("abc".dropFirst()).count)
func f(_ s: some StringProtocol) -> Int { s.count }
print(f(w), f("abc"), w.lowercased().contains("row"), w.contains("row"), w.replacingOccurrences(of: "o", with: "0"))
let any: Any = w
print(any is Substring, any is String, any as? Substring ?? "", type(of: w), any)
print(w.indices.map { "the quick brown fox"[$0] }, w.prefix(2), w.suffix(2), w.prefix(while: { $0 != "w" }))
if let m = "ab12cd".firstMatch(of: /([a-z]+)(\d+)/) {
  print(m.1, m.2, m.0, "ab12cd"[m.range], "ab12cd"[m.2.startIndex...])
}
print(
  w.trimmingCharacters(in: .whitespaces), w.components(separatedBy: "o"), w.split(separator: "o"), w.map { $0 },
  w.filter { $0 != "o" })
let sl = [5, 4, 3, 2, 1][1...3]
print(
  sl.sorted(), sl.max()!, sl.contains(4), sl.indices.map { sl[$0] }, sl.firstIndex(of: 2)!, sl.reversed().first!,
  sl.hashValue == [4, 3, 2][...].hashValue)
var g = [1, 2, 3, 4, 5, 6, 7, 8, 9]
print(g[2..<7].partition { $0.isMultiple(of: 2) == false }, g)
var q = g[3...]
while let x = q.popFirst() { if x > 7 { print(x, q.startIndex, q.isEmpty) } }
var z = g[2..<5]
z.insert(100, at: 3); print(z, z.startIndex, z.remove(at: 2), z, z.startIndex, z.endIndex)
z.replaceSubrange(3..<4, with: [7, 7, 7]); print(z, z.indices); z.removeAll { $0 == 7 }; print(z, z.indices)
z += [1, 2]; print(z, z.startIndex, z.endIndex); z.reverse(); print(z[2], z)
g[4...] = [0]; print(g); g[...2].reverse(); print(g); g[1] += 10; g[0..<2][0] = 77; print(g)
let nested = [[1, 2, 3], [4, 5]]
print(nested.map { $0.dropFirst() }, nested.flatMap { $0.dropFirst() }, nested.map { $0.dropFirst().startIndex })
func mid<C: RandomAccessCollection>(_ c: C) -> C.Element? {
  c.isEmpty ? nil : c[c.index(c.startIndex, offsetBy: c.count / 2)]
}
print(mid([1, 2, 3][1...]) as Any)
dump([1, 2, 3][1...])
let e = [1, 2, 3][3...]; print(e.isEmpty, e.startIndex, e.first as Any, e)
print([1, 2, 3].prefix(10), [1, 2].suffix(9), [1, 2].dropFirst(7), "ab".prefix(9), "ab".dropFirst(7).isEmpty)
