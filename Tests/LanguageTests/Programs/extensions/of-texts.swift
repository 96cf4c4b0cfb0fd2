// Extensions of StringProtocol, and generic functions for all kinds of text: their parts are texts too.
extension StringProtocol {
  var firstUp: String { prefix(1).uppercased() + dropFirst() }
  var words: [SubSequence] { split { $0 == " " } }
  func count(of wanted: Character) -> Int { filter { $0 == wanted }.count }
  func at(_ number: Int) -> Character { self[index(startIndex, offsetBy: number)] }
  subscript(_ number: Int) -> Character { self[index(startIndex, offsetBy: number)] }
  subscript(range: Range<Int>) -> SubSequence {
    let start = index(startIndex, offsetBy: range.lowerBound)
    return self[start..<index(start, offsetBy: range.count)]
  }
}
print(
  "abc".firstUp, "abc".dropFirst().firstUp, "a b".words, "aab".count(of: "a"), "abc"[1], "abcde"[1..<3], "abc".at(2))
func shout<S: StringProtocol>(_ text: S) -> String { text.uppercased() + "!" }
print(shout("a"), shout("ab".prefix(1)))
func firstWord<S: StringProtocol>(_ text: S) -> S.SubSequence { text.prefix { $0 != " " } }
print(firstWord("hello world"), firstWord("hello world").uppercased())
func characters<S>(_ text: S) -> [Character] where S: StringProtocol {
  var result: [Character] = []
  for character in text { result.append(character) }
  return result
}
print(characters("ab"))
