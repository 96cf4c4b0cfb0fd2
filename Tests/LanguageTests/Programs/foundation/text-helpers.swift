// Foundation's helpers for text: components, trimming, replacing, padding, case, ranges.
import Foundation

print(
  "a,b;c".components(separatedBy: ","), " x\n".trimmingCharacters(in: .whitespacesAndNewlines),
  "a-b-c".replacingOccurrences(of: "-", with: "+"))
print("the end".capitalized, "7".padding(toLength: 3, withPad: "0", startingAt: 0), "Hello".range(of: "ell") != nil)
print(
  "HELLO".caseInsensitiveCompare("hello") == .orderedSame, "abc".contains("bc"),
  "x y".addingPercentEncoding(withAllowedCharacters: .urlHostAllowed) ?? "")
print(String(format: "%d %.2f %@ %03d", 5, 1.5, "text", 7), "42".compare("5", options: .numeric) == .orderedDescending)
