// Beginnings and ends of texts, lines and words.
/// Where a pattern matches, in characters, and what each group caught.
func show(_ pattern: String, _ texts: String...) {
  guard let regex = try? Regex(pattern) else { return print(pattern, "is none") }
  for text in texts {
    var found: [String] = []
    for match in text.matches(of: regex) {
      let start = text.distance(from: text.startIndex, to: match.range.lowerBound)
      let groups = match.output.map { group in group.substring.map { "\($0.debugDescription)" } ?? "nil" }
      found.append("\(start) " + groups.joined(separator: " "))
    }
    let whole = text.wholeMatch(of: regex) != nil ? ", whole" : ""
    let prefix = text.prefixMatch(of: regex).map { ", prefix of \(text[$0.range].count)" } ?? ""
    print(pattern, text.debugDescription, found, whole, prefix)
  }
}

show(#"^a"#, "aba", "ba")
show(#"a$"#, "aba", "ab")
show(#"^$"#, "", "a")
show(#"^"#, "abc", "")
show(#"$"#, "abc", "")
show(#"\b"#, "hello world, it's 3.14", "", " a ")
show(#"\B"#, "hello wo", "a")
show(#"\bfoo\b"#, "foo foobar barfoo foo.")
show(#"\A."#, "ab\nc")
show(#".\z"#, "ab\nc\n", "ab")
show(#".\Z"#, "ab\nc\n", "ab", "ab\n\n", "ab\r\n")
show(#"\G\d"#, "123a45", "a1")
show(#"^\s*(\w+)\s*=\s*(.*?)\s*$"#, "  key = value  ", "a=b")
show(#"\y."#, "ab")
show(#"\Y"#, "ab")
show(#"\bcan't\b"#, "can't can")
show(#"\b\w"#, "one two-three don't")
show(#"\w+\b."#, "hello world")
