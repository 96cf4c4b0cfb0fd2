// Regular expressions as forms use them: validating, optional groups, options, made from text, of Foundation.
import Foundation

let time = /(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?/
for text in ["9:05", "23:59:58", "late"] {
  if let match = text.wholeMatch(of: time) {
    print(match.hour, match.minute, match.second ?? "-", match.0)
  } else {
    print("no time")
  }
}
func kind(_ text: String) -> String {
  if text.wholeMatch(of: /\d+/) != nil { return "number" }
  return text.wholeMatch(of: /[a-z]+/.ignoresCase()) != nil ? "word" : "other"
}
print(kind("42"), kind("Abc"), kind("a1"))
let either = /(a+)|(b+)/
print("xxbb".firstMatch(of: either).map { "\($0.1 ?? "none") \($0.2 ?? "none")" } ?? "-")
let csv = "a, b;c ,d"
print(csv.split(separator: /\s*[,;]\s*/).map(String.init), csv.replacing(/[a-c]/) { "<\($0.output)>" })
let dynamic = try Regex("[0-9]+")
print("ab12".contains(dynamic), "x1y22".matches(of: dynamic).map { String("x1y22"[$0.range]) })
print(
  "2024-01".firstMatch(of: /(\d+)-(\d+)/).map { Int($0.1)! + Int($0.2)! } ?? 0, "key=value".firstRange(of: /=/) != nil)
let mail = "ann@example.com"
print(mail.range(of: #"^[^@]+@[^@]+\.[a-z]+$"#, options: .regularExpression) != nil)
print("a1b2".replacingOccurrences(of: "[0-9]", with: "#", options: .regularExpression))
print("  trim".trimmingPrefix(/\s+/), "abc".starts(with: /[a-b]/), "aXbX".replacing(/X/, with: "-", maxReplacements: 1))
