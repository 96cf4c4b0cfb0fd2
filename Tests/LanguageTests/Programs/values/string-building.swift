// Strings put together: +, +=, append, joined, repeating, interpolation with expressions.
var text = "a"
text += "b"
text.append("c")
text.append(contentsOf: ["d", "e"].joined())
print(text, String(repeating: "-", count: 5), "\(1 + 1) and \(text.count * 2) and \("in" + "ner")")
print(
  text.isEmpty, text.first as Any, text.last as Any, text.reversed().map(String.init).joined(), text + "!" == "abcde!")
text.insert("X", at: text.startIndex)
text.removeLast()
print(text, text.dropFirst().uppercased(), text.replacing("b", with: "bb"), text.contains("cd"), text.hasSuffix("d"))
print(["x": 1].map { "\($0.key):\($0.value)" }, "\([1, 2].map { "<\($0)>" })", "tab\tquote\"backslash\\")
print("multi\nline".split(separator: "\n"), #"raw \(text) "quoted""#, "\u{48}\u{1F600}")
