// Characters: properties, comparison, from and to text and numbers; clusters count as one.
let word = "Straße 12é👨‍👩‍👧"
print(word.count, word.filter(\.isLetter), word.filter(\.isNumber), word.compactMap(\.wholeNumberValue))
print(word.map { $0.isUppercase ? "U" : $0.isWhitespace ? "_" : "." }.joined())
let a: Character = "a"
print(a < "b", a == "a", String(a) + "z", a.asciiValue ?? 0, a.uppercased(), Character("x"), a.isPunctuation)
print("é" == "e\u{301}", "e\u{301}".count, "👨‍👩‍👧".count, "abc".unicodeScalars.count, Array("hi"), "hello".sorted())
