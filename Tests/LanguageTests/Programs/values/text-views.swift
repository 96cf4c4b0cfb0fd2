// A text as bytes, UTF-16 units and scalars: views with the text's own indices.
import Foundation

extension String {
  subscript(i: Int) -> UInt8 { utf8[utf8.index(utf8.startIndex, offsetBy: i)] }
  func scalar(_ i: Int) -> Unicode.Scalar {
    unicodeScalars[unicodeScalars.index(unicodeScalars.startIndex, offsetBy: i)]
  }
}
let s = "hello wörld 🎈!"
print(s[1], s.scalar(7), s.utf8.count, s.utf16.count, s.unicodeScalars.count)
print(s.utf16[s.utf16.index(s.utf16.startIndex, offsetBy: 7)])
for (i, c) in zip(s.utf8.indices, s.utf8) where c == 111 { print(s[i], s[i...].count) }
for i in s.utf16.indices.suffix(3) { print(s.utf16[i], i < s.endIndex) }
for i in s.unicodeScalars.indices.suffix(2) { print(s.unicodeScalars[i], s[..<i].count) }

// Parts know their place in the whole.
if let i = s.utf8.firstIndex(of: 32) { print(s[..<i], s[s.utf8.index(after: i)...], s.utf8[i...].count) }
print(String(s.utf8.prefix(3)) ?? "none", String(s.utf8.prefix(8)) ?? "none", String(Substring(s.utf8.prefix(5))))
print(String(s.unicodeScalars.prefix(3)), String(s.utf16.prefix(3)) ?? "none", Array(s.utf8.suffix(2)))
let part = s.dropFirst(6)
print(part.utf8.count, part.utf8.startIndex == part.startIndex, part.unicodeScalars.first!, part.utf16.last!)
print(
  s.utf8.distance(from: s.startIndex, to: s.firstIndex(of: "ö")!),
  s.unicodeScalars.split(separator: " ").map { String($0) })

// Reading forward.
var rest = s.utf8[...]
while let c = rest.popFirst(), c != 32 {}
print(rest.count, rest.first!)
var scalars = s.unicodeScalars[...]
scalars.removeFirst(6)
print(String(scalars), scalars.startIndex == s.index(s.startIndex, offsetBy: 6))

// Texts of scalars.
print(String(s.unicodeScalars.filter { $0.isASCII }), String(String.UnicodeScalarView(s.unicodeScalars.reversed())))
print(String(String.UnicodeScalarView(s.unicodeScalars.filter(CharacterSet.letters.contains))))
var made = String.UnicodeScalarView()
made.append("a")
made.append(contentsOf: "bc".unicodeScalars)
print(String(made), made.count, made)
var text = "x"
text.unicodeScalars.append("y")
text.unicodeScalars.append(contentsOf: ["z", "!"])
text.unicodeScalars.removeLast()
print(text)

print(s.utf8.elementsEqual("hello".utf8), s.utf8.contains(104), s.utf8.max()!, s.unicodeScalars.allSatisfy(\.isASCII))
let view: String.UTF8View = "ab".utf8
print(view, String(view), [view], Array(view), view.map { $0 + 1 }, String(decoding: view, as: UTF8.self))
let accent = Character("é")
print(accent.unicodeScalars.count, accent.utf8.count, accent.utf16.count, Array(accent.utf8))
print(s.utf8.firstIndex(of: 104)!.samePosition(in: s)! == s.startIndex, s.utf8.first == UInt8(ascii: "h"))
func bytes<T: StringProtocol>(_ text: T) -> Int { text.utf8.reduce(0) { $0 + Int($1) } }
print(bytes("ab"), bytes("abc".dropFirst()))
