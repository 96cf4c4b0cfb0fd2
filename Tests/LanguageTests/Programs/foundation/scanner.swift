// Reading numbers and words off a text, one after the other.
import Foundation

let scanner = Scanner(string: "  12 apples, -3.5e2 pears; end")
print(scanner.scanInt() as Any, scanner.scanInt() as Any)
print(scanner.scanUpToString(",") as Any, scanner.scanString(",") as Any)
print(scanner.scanDouble() as Any, scanner.scanCharacters(from: .letters) as Any)
print(scanner.scanUpToCharacters(from: .letters) as Any, scanner.scanString("END") as Any, scanner.isAtEnd)

func tokens(_ text: String) -> [String] {
  let scanner = Scanner(string: text)
  var tokens: [String] = []
  while !scanner.isAtEnd {
    if let number = scanner.scanDouble() {
      tokens.append("number \(number)")
    } else if let word = scanner.scanCharacters(from: .alphanumerics) {
      tokens.append("word \(word)")
    } else if let symbol = scanner.scanCharacter() {
      tokens.append("symbol \(symbol)")
    }
  }
  return tokens
}
print(tokens("a1 + (22 * b) / .5"))

let exact = Scanner(string: "key = value")
exact.charactersToBeSkipped = nil
exact.caseSensitive = true
print(exact.scanString("KEY") as Any, exact.scanUpToString(" =") as Any, exact.scanString("=") as Any)
print(exact.string[exact.currentIndex...])
exact.currentIndex = exact.string.startIndex
print(exact.scanCharacter() as Any, exact.scanCharacters(from: CharacterSet(charactersIn: "aeyi")) as Any)
let none = Scanner(string: "")
print(none.scanInt() as Any, none.scanString("a") as Any, none.scanCharacter() as Any, none.isAtEnd)
print(Scanner(string: "99999999999999999999").scanInt() == .max, Scanner(string: "-x").scanInt() as Any)
