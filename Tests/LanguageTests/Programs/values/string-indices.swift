// String indices, ranges of a string, replacing and removing.
var text = "Hello, Combine"
let start = text.startIndex
let comma = text.firstIndex(of: ",")!
print(text[start], text[start..<comma], text[..<comma], text[comma...])
print(text[text.index(after: comma)] == " ")
let seventh = text.index(text.startIndex, offsetBy: 7)
print(text[seventh...], text.distance(from: start, to: seventh))
print(text.index(text.endIndex, offsetBy: -1) < text.endIndex)

text.removeSubrange(start..<seventh)
print(text)
text.insert("*", at: text.startIndex)
text.insert(contentsOf: "<<", at: text.startIndex)
print(text)
text.replaceSubrange(text.startIndex..<text.index(text.startIndex, offsetBy: 3), with: "")
print(text)
if let last = text.lastIndex(of: "e") {
  text.remove(at: last)
}
print(text)
let slice = text.prefix(4)
let owned = String(slice)
print(type(of: slice), type(of: owned), slice == "Comb")
print(text.indices.count, Array("abc"), Array("abc").count)
