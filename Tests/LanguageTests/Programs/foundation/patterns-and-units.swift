// NSRegularExpression and NSRange over a text that is not all ASCII, and parts of an NSString by units of UTF-16.
// swift-format-ignore-file
import Foundation
let text = "Ünïcødé 😀 a1 b22 c333, mail: ada@x.org; bob@y.com 👩‍👩‍👧 end"
let r = try! NSRegularExpression(pattern: "([a-z]+)(\\d*)@?", options: [.caseInsensitive])
let whole = NSRange(text.startIndex..., in: text)
for m in r.matches(in: text, range: whole).prefix(5) { print(m.range, m.numberOfRanges, m.range(at: 1), m.range(at: 2), (text as NSString).substring(with: m.range)) }
print(r.stringByReplacingMatches(in: text, options: [], range: whole, withTemplate: "<$1|$2|$0>"))
let mail = try! NSRegularExpression(pattern: "(?<user>\\w+)@(\\w+)\\.(org|com)")
if let m = mail.firstMatch(in: text, range: whole) { let q = m.range(withName: "user"); print(q, String(text[Range(q, in: text)!])) }
print(mail.numberOfMatches(in: text, range: NSRange(location: 0, length: 30)), mail.rangeOfFirstMatch(in: "none", range: NSRange(location: 0, length: 4)).location == NSNotFound)
print(NSRegularExpression.escapedPattern(for: "a.b*c[d]"), NSRegularExpression.escapedTemplate(for: "$1\\x"))
do { _ = try NSRegularExpression(pattern: "(unclosed") } catch { print("bad pattern") }
let opt = try! NSRegularExpression(pattern: "a(b)?c")
let mm = opt.firstMatch(in: "ac", range: NSRange(location: 0, length: 2))!
print(mm.range(at: 1).location == NSNotFound, Range(mm.range(at: 1), in: "ac") as Any)
var names: [String] = []
mail.enumerateMatches(in: text, range: whole) { m, _, stop in names.append(String(text[Range(m!.range, in: text)!])); if names.count == 1 { stop.pointee = true } }
print(names)
let multi = try! NSRegularExpression(pattern: "^\\s*(\\w+)$", options: [.anchorsMatchLines])
print(multi.matches(in: "one\n two\nthree ", range: NSRange(location: 0, length: 15)).map { $0.range })
print(text.range(of: "\\d{2,}", options: .regularExpression).map { text[$0] } ?? "none", text.replacingOccurrences(of: "(\\w)(\\d+)", with: "$2$1", options: .regularExpression))
print(NSIntersectionRange(NSRange(location: 2, length: 5), NSRange(location: 4, length: 9)), NSUnionRange(NSRange(location: 2, length: 5), NSRange(location: 4, length: 9)), NSMaxRange(NSRange(location: 2, length: 5)), NSRange(3..<7), Range(NSRange(location: 1, length: 2))!)
print(NSRange("{3, 4}") as Any, NSRange(location: 1, length: 2).contains(2), NSLocationInRange(5, NSRange(location: 1, length: 2)))
