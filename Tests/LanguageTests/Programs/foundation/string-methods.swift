// What Foundation adds to String: trimming, replacing, components, ranges with options, capitals, formats.
import Foundation

let typed = "  Swift Combine \n"
print("[" + typed.trimmingCharacters(in: .whitespaces) + "]".replacingOccurrences(of: "\n", with: "N"))
print(
  "[" + typed.trimmingCharacters(in: .whitespacesAndNewlines) + "]",
  typed.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty)
print("a,b;c".components(separatedBy: ","), "a,b;c".components(separatedBy: CharacterSet(charactersIn: ",;")))
print("hello world".capitalized, "banana".replacingOccurrences(of: "an", with: "AN"))
let title = "SwiftUI and Combine"
if let range = title.range(of: "combine", options: .caseInsensitive) {
  print(title[range], title.distance(from: title.startIndex, to: range.lowerBound))
}
print(title.range(of: "combine") == nil, title.contains("Combine"), title.starts(with: "Swift"))
print(title.localizedCaseInsensitiveContains("COMBINE"), title.lowercased().contains("swiftui"))
print(String(format: "%.2f %d %@ %03d %x", 3.14159, 42, "text", 7, 255))
print(
  "abc".compare("ABC", options: .caseInsensitive) == .orderedSame, "b".caseInsensitiveCompare("A") == .orderedDescending
)
print("one\ntwo\n".split(whereSeparator: \.isNewline).count, "x".padding(toLength: 4, withPad: ".", startingAt: 0))
print(
  "Hello".data(using: .utf8)!.count, String(data: Data([72, 105]), encoding: .utf8)!, "42abc".prefix(while: \.isNumber))
print(
  "filename.txt".hasSuffix(".txt"), ("path/to/file.txt" as NSString).pathExtension,
  "é".folding(options: .diacriticInsensitive, locale: nil))
