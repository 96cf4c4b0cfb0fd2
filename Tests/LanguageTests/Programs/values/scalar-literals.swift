// Literals that are scalars are compared with scalars.
let text = "a b-c"
let space: Unicode.Scalar = " "
print(
  text.unicodeScalars.contains(" "), text.unicodeScalars.contains(space), text.unicodeScalars.contains { $0 == "-" })
for scalar in text.unicodeScalars {
  switch scalar {
  case "a"..."z": print(scalar, "letter")
  case " ", "-": print("between")
  default: break
  }
}
print(
  Int(UnicodeScalar("z").value) - Int(UnicodeScalar("a").value), UInt8(ascii: "A"),
  text.unicodeScalars.split(separator: "-").count)
print(text.unicodeScalars.filter { $0 != " " }.count, text.unicodeScalars.firstIndex(of: "b")! < text.endIndex)
