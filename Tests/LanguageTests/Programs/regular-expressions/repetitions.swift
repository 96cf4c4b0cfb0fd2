// Repetitions of each kind, alternatives, what groups in them catch, empty matches.
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

show(#"abc"#, "xabcabc", "ab", "")
show(#"a*"#, "aaa", "baaac", "")
show(#"a+?"#, "aaa")
show(#"a{2,3}"#, "aaaaaaa", "a", "aa")
show(#"a{2,3}?"#, "aaaaaaa")
show(#"a{,2}b"#, "aaab", "b")
show(#"a{3}"#, "aaaaaaa")
show(#"a{2,}"#, "aaaa a aa")
show(#"(a|b)*c"#, "ababc", "c", "abab")
show(#"(a)|(b)"#, "ab", "ba")
show(#"((a)|b)+"#, "ab", "ba", "abab")
show(#"(a*)*"#, "aaab", "", "b")
show(#"(a*)+"#, "aaab", "", "b")
show(#"(a|)*b"#, "aab", "b")
show(#"(?:a?){3}b"#, "aab", "aaaab")
show(#"(?:a?)*?b"#, "aab")
show(#"(a?)*+b"#, "aab")
show(#"(?:(a)|b)*"#, "ab", "ba")
show(#"(\w+)\s(\w+)"#, "hello world foo bar")
show(#"a++a"#, "aaa")
show(#"a*+b"#, "aaab")
show(#"(?:ab)++c"#, "ababc")
show(#"(?:a|ab)*+c"#, "abac")
show(#"(?:a|ab)++c"#, "abab", "aabc")
show(#"(a|b)?+b"#, "b ab")
show(#"(?:aa){1,3}+a"#, "aaaaa", "aaaaaaa")
show(#"\Qa.b*\E+"#, "a.b*")
show(#"\Qa.b\E"#, "a.b axb")
show(#"\Qa.b\Ec+"#, "a.bccc")
show(#"a\.b"#, "a.b axb")
show(#"(.)(.)(.)"#, "日本語日本")
show(#"(\d{4})-(\d{2})-(\d{2})"#, "on 2024-05-06 and 1999-12-31")
show(#"(\d+)(?:px|em)?"#, "12px 3em 4")
show(#"(?:(\d+)-)?(\d+)"#, "1-2 3")
show(#"a||b"#, "ab")
show(#"(|a)b"#, "ab b")
show(#"(a|b|)c"#, "ac c")
show(#"()"#, "ab")
show(#"()*"#, "ab")
show(#"(a)?b"#, "b ab")
show(#"(a)??b"#, "ab")
show(#"(a)*?b"#, "aab")
show(#"a{0}"#, "a")
show(#"(a{2}){2}"#, "aaaaaaaaa")
show(#"(?:a{1,2}b){2}"#, "abaab aabab")
show(#"(?:a{1,2}?b){2,3}?"#, "abaabab")
show(#"(?:(a)(b)?)+"#, "aba", "abaab")
show(#"(?:(a)|(b)|(c))+"#, "abc", "cab")
show(#"(z)((a+)?(b+)?(c))*"#, "zaacbbbcac")
show(#"(a+|b+)+c"#, "aabbc")
show(#"(?:)"#, "ab")
show(#"x*"#, "axb", "")
show(#"(?:\d*,)*"#, "1,2,,x")
show(#","#, "a,b,,c")
show(#"(?<year>\d{4})(?:-(?<month>\d\d))?"#, "2024-05 1999")
show(#"a(?#comment)b"#, "ab")
