// Strings as every view model uses them: concatenation, count, case, prefix, suffix, contains, characters.
let title = "SwiftUI Apps"
print(title + ", second edition", title.count, title.isEmpty, "".isEmpty)
print(title.uppercased(), title.lowercased())
print(title.hasPrefix("Swift"), title.hasSuffix("UI"), title.contains("UI"), title.contains("ui"))
print(title.first!, title.last!, "".first as Any)
print(title.prefix(5), title.suffix(4), title.dropFirst(8), title.dropLast(5))
print(String(title.reversed()))

var greeting = "Hello"
greeting += ", "
greeting.append("Ann")
greeting.append("!" as Character)
print(greeting)
greeting.removeLast()
print(greeting, greeting.first == "H")

print("a,b,,c".split(separator: ","))
let words = "one two three".split(separator: " ")
print(words.map { $0.count })
print("abc" < "abd", "Zebra" < "apple", "a" == "a", "a" != "b")
print("abc".contains("b" as Character), "xyz".contains { $0 == "z" })
print(String(repeating: "=-", count: 4))
for character in "Aé🙂" { print(character, terminator: "|") }
print()
print("Aé🙂".count, "Aé🙂".utf8.count, "Aé🙂".unicodeScalars.count)
