// References to groups, lookahead, atomic groups.
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

show(#"(a)\1"#, "aa ab")
show(#"(a)(b)\2\1"#, "abba abab")
show(#"(?<x>\w)\k<x>"#, "aabbc hello")
show(#"(?<x>.)(?<y>.)\k<y>\k<x>"#, "abba", "abcd")
show(#"(?P<q>['"]).*?(?P=q)"#, "\"it's\" 'x'")
show(#"(.)\g1"#, "xyyz")
show(#"(.)\g{1}"#, "xyyz")
show(#"(?:(a)|b)\1"#, "aa b ba")
show(#"(a\1)"#, "aa")
show(#"\1(a)"#, "aa")
show(#"(?=a)\w"#, "ba")
show(#"(?!a)\w"#, "abc")
show(#"\w+(?=\d)"#, "abc1 d")
show(#"(?=(\w+))\1:"#, "abc:", "abab:")
show(#"(?=(a+))a*b\1"#, "baaabac")
show(#"(?!(a)b)a"#, "ab ac")
show(#"(?>a+)ab"#, "aaab")
show(#"(?>a|ab)c"#, "abc ac")
show(#"(?>a*)a"#, "aaa")
show(#"(*atomic:a+)b"#, "aaab")
show(#"(*pla:a)a"#, "ba")
show(#"(*nla:a)."#, "ab")
show(#"<(\w+)>.*?</\1>"#, "<b>x</b><i>y</i>")
show(#"(?:x(?=(y))y)+"#, "xyxy")
show(#"(?!)"#, "a")
show(#"(?'n'a)\k'n'"#, "aa")
show(#"(?<n>a)\k{n}"#, "aa")
