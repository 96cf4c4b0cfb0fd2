// NSRegularExpression, and the ranges it speaks of.
import Foundation

let text = "Anna 12, Böb 345, 👩‍👩‍👧 zoë 6"
let pattern = try NSRegularExpression(pattern: #"(\p{L}+) (\d+)"#)
let everything = NSRange(text.startIndex..., in: text)
print(everything, everything.location, everything.length, pattern.numberOfCaptureGroups, pattern.pattern)
for match in pattern.matches(in: text, range: everything) {
  let name = Range(match.range(at: 1), in: text).map { String(text[$0]) } ?? "none"
  print(match.range, match.numberOfRanges, name, text[Range(match.range(at: 2), in: text)!])
}
print(pattern.numberOfMatches(in: text, range: everything))
print(pattern.stringByReplacingMatches(in: text, range: everything, withTemplate: "$2 of $1"))
let first = pattern.firstMatch(in: text, options: [], range: NSRange(location: 5, length: 10))
print(first.map { "\($0.range)" } ?? "none")

let insensitive = try NSRegularExpression(pattern: "^b(x)?", options: [.caseInsensitive, .anchorsMatchLines])
let lines = "Bx\nb\nab"
for match in insensitive.matches(in: lines, options: [], range: NSRange(location: 0, length: lines.utf16.count)) {
  print(match.range, match.range(at: 1).location == NSNotFound)
}
func isEmail(_ text: String) -> Bool {
  let regex = try! NSRegularExpression(pattern: "^[A-Z0-9._%+-]+@[A-Z0-9.-]+\\.[A-Z]{2,}$", options: .caseInsensitive)
  return regex.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
}
print(isEmail("ada@example.com"), isEmail("ada"))
do { _ = try NSRegularExpression(pattern: "(") } catch { print("no pattern") }
print(NSRegularExpression.escapedPattern(for: "1+1"), NSMakeRange(1, 2) == NSRange(1..<3), NSRange(1...3).upperBound)
let named = try NSRegularExpression(pattern: "(?<year>[0-9]{4})-(?<month>[0-9]{2})")
let date = "on 2024-05"
let found = named.firstMatch(in: date, range: NSRange(date.startIndex..., in: date))!
print(date[Range(found.range(withName: "month"), in: date)!], found.range(withName: "day").location == NSNotFound)
print(Range(NSRange(location: 1, length: 2)) as Any, Range(NSRange(location: 90, length: 2), in: date) as Any)
