// Characters: their properties, and the check digit of an ISBN computed with them.
let samples: [Character] = ["7", "x", "Q", " ", "é", "!", "½"]
for character in samples {
  print(
    character, character.isNumber, character.isLetter, character.isUppercase, character.isWhitespace,
    character.isPunctuation, character.wholeNumberValue as Any)
}
print(Character("a") < Character("b"), Character("a").asciiValue!, Character("q").uppercased())
print(Character("f").hexDigitValue!, Character("🙂").isASCII)

func checkISBN(_ isbn: String) -> Bool {
  guard !isbn.isEmpty else { return false }
  let sum =
    isbn
    .compactMap { $0.wholeNumberValue }
    .enumerated()
    .reduce(0) { partial, digit in
      partial + digit.element * (digit.offset % 2 == 0 ? 1 : 3)
    }
  return sum % 10 == 0
}
for isbn in ["9781484285718", "9781484285719", "9781234567890", "", "abc", "00"] {
  print(isbn, checkISBN(isbn))
}
