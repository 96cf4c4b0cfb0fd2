// What Unicode says of scalars.
for s in "aZ5 é½+$_".unicodeScalars {
  let p = s.properties
  print(
    s, p.isAlphabetic, p.isWhitespace, p.isUppercase, p.isLowercase, p.isXIDStart, p.isMath, p.isHexDigit,
    p.numericValue ?? -1, p.generalCategory)
}
print(
  "ß".unicodeScalars.first!.properties.uppercaseMapping, ("A" as Unicode.Scalar).properties.name!,
  "😀".unicodeScalars.first!.properties.isEmojiPresentation)
print(
  "a1 b2".unicodeScalars.filter(\.properties.isAlphabetic).map { String($0) }.joined(),
  ("x" as Unicode.Scalar).properties.generalCategory == .lowercaseLetter)
