// Literals: what their groups catch has types; every method of texts and patterns, with parts of texts.
// swift-format-ignore-file
let date = /(?<year>\d{4})-(?<month>\d{2})(?:-(?<day>\d{2}))?/
let log = "from 2024-05-06 to 1999-12, not 20-1"
for match in log.matches(of: date) {
  print(match.output, match.year, match.month, match.day ?? "no day", match.0.count)
  print(match.output.year, match.1, match.output.3 as Any)
}
let pair: Regex<(Substring, Substring, Substring?)> = /(a+)(b)?/
print("caab".firstMatch(of: pair).map { ($0.1.count, $0.2 == nil) } ?? (0, true))
let several: (Substring, Substring?, Substring?)? = "ab".firstMatch(of: /(a)|(b)/)?.output
print(several?.1 ?? "-", several?.2 ?? "-")
if let last = "1,2,3".wholeMatch(of: /(?:(\d),?)+/) { print(last.1) }
if let last = "1,2,3".wholeMatch(of: /(?:(\d),?)*/) { print(last.1 ?? "none") }
if let none = "".wholeMatch(of: /(?:(\d),?)*/) { print(none.1 ?? "none") }
if let zero = "b".wholeMatch(of: /(a){0,2}(b)/) { print(zero.1 ?? "none", zero.2) }
if let spaced = "a1".wholeMatch(of: /(?x) (a) ? (\d) # comment/) { print(spaced.1 ?? "none", spaced.2) }
if let named = "ab".wholeMatch(of: /(?n)(a)(?<b>b)/) { print(named.b, named.output) }
if let quoted = "(a)b".wholeMatch(of: /\Q(a)\E(b)[(]?/) { print(quoted.1) }
let lines = #/
  (\w+)   # a name
  \s* = \s*
  (\d+)   # a number
  /#
if let found = "width = 12".wholeMatch(of: lines) { print(found.1, found.2) }
print("a/b/c".split(separator: #/ / /#).count, "a/b/c".split(separator: #/\//#).count, "a/b/c".split(separator: /\//))

// Parts keep the indices of what they are parts of.
let text = "one two  three"
let part = text.dropFirst(4)
if let match = part.firstMatch(of: /t(\w+)/) {
  print(text[match.range], text[match.1.startIndex...], text[match.1.startIndex..<match.1.endIndex])
}
print(
  part.ranges(of: /t/).map { text[$0.lowerBound...] }, part.firstRange(of: /\s+/).map { text[..<$0.lowerBound] } ?? "")
print(part.trimmingPrefix(/\w+\s*/), part.split(separator: /\s+/).map { text[$0.startIndex...] })
print(part.replacing(/t(\w)/) { "<\($0.1)\(text[$0.range])>" })

print("a,b,,c,".split(separator: /,/), "a,b,,c,".split(separator: /,/, omittingEmptySubsequences: false))
print(
  "a,b,c".split(separator: /,/, maxSplits: 1), ",a,b".split(separator: /,/, maxSplits: 1), "a".split(separator: /,/))
print("abc".split(separator: /x*/), "abc".split(separator: /x*/, omittingEmptySubsequences: false))
print("".split(separator: /,/).count, "".split(separator: /,/, omittingEmptySubsequences: false).count)
print(
  "aaa".replacing(/a/, with: "b", maxReplacements: 2), "abc".replacing(/x*/, with: "-"),
  "abc".replacing(/b|c/) { $0.0 + "!" })
print(
  "abc".trimmingPrefix(/[ab]+/), "abc".trimmingPrefix(/x/), "abc".starts(with: /b/), "abc".contains(/b/),
  "".contains(/$/))
print("aXbX".ranges(of: /X/).count, "abc".firstRange(of: /z/) == nil, "".ranges(of: /x*/).count)

let word = /hello/
print("HELLO".contains(word.ignoresCase()), "HELLO".contains(word.ignoresCase().ignoresCase(false)))
print("HELLO".contains(word.ignoresCase(false).ignoresCase()), "Hello".contains(/(?-i)hello/.ignoresCase()))
print("a\nb".wholeMatch(of: /a.b/.dotMatchesNewlines()) != nil, "a\nb".wholeMatch(of: /a.b/) != nil)
print("a\nb".ranges(of: /^\w$/.anchorsMatchLineEndings()).count, "a\nb".ranges(of: /^\w$/).count)
print(
  try /(\d)x/.firstMatch(in: "1x")?.1 ?? "", try /\d/.wholeMatch(in: "12") == nil,
  try /\d/.prefixMatch(in: "12")?.0 ?? "")
