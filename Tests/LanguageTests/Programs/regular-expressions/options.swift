// Options inside the pattern, and how far they reach.
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

show(#"(?s)."#, "a\r\nb", "a\nb")
show(#"(?s).+"#, "a\nb")
show(#"(?m)^."#, "a\nb\nc", "\r\na")
show(#"(?m).$"#, "a\nb\nc", "a\r\nb")
show(#"(?m)^$"#, "a\n\nb", "\n\n")
show(#"(?i)abc"#, "ABC aBc abd")
show(#"(?i)k"#, "K k K")
show(#"a(?i)b|c"#, "aB C c Ab")
show(#"(a(?i)b)c"#, "aBc aBC")
show(#"(?i:a)b"#, "Ab AB")
show(#"(?-i)a"#, "A a")
show(#"(?i)a(?-i)b"#, "AB Ab")
show(#"(?x) a b # comment"#, "ab a b")
show(#"(?x)a b [a b]+"#, "ab ab", "aba b")
show(#"(?xx)[a b]+"#, "a b")
show(#"(?i)[a-c]+"#, "ABCabcD")
show(#"(?i)[k]+"#, "Kk")
show(#"(?n)(a)(?<x>b)"#, "ab")
show(#"(?U)a+"#, "aaa")
show(#"(?U)a+?"#, "aaa")
show(#"(?i)(a)\1"#, "aA aa")
show(#"(?m)^(\w+):\s*(.+)$"#, "a: 1\nbb: 22\n")
show(#"(?D)\d+"#, "12٣")
show(#"(?W)\w+"#, "abcé")
show(#"(?S)\s"#, "a b")
show(#"(?P)\d"#, "1٣")
show(#"(?^)A"#, "aA")
show(#"(?i)(?^)a"#, "A a")
show(#"(?i)a(?^:b)C"#, "AbC aBc")
