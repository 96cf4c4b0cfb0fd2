// Foundation's regular expressions have ICU's syntax: what stands before, classes of scalars, names of groups in templates.
import Foundation

let text = "price: 12€, weight: 7kg, é is e\u{301} and 👨‍👩‍👧 too"

func found(_ pattern: String, _ options: String.CompareOptions = []) {
  let range = text.range(of: pattern, options: options.union(.regularExpression))
  print(pattern, range.map { String(text[$0]) } ?? "nothing")
}

found(#"(?<=weight: )\d+"#)
found(#"(?<!1)2.|\d(?=kg)"#)
found(#"\p{Sc}"#)
found("PRICE", .caseInsensitive)
found("PRICE")
found("weight", .anchored)
found("p.*?:", .anchored)
found("(")
found(#"[[a-z]&&[^aeiou]]{2,}"#)
found(#"\bis\b.*$"#)
found("x*")
found(#"(?i)WEIGHT: (\d)kg"#)

func replaced(_ pattern: String, _ template: String, _ options: String.CompareOptions = []) {
  print(text.replacingOccurrences(of: pattern, with: template, options: options.union(.regularExpression)))
}

replaced(#"(\d+)(€|kg)"#, "$2 $1")
replaced(#"\d"#, #"\$0$0$0"#)
replaced("z*", "-")
replaced("[aeiou]", "", .caseInsensitive)
replaced("p", "<$0>", .anchored)
replaced("(", "nothing")
replaced(#"(\w+): "#, "$1=")
print("".replacingOccurrences(of: "^", with: "x", options: .regularExpression))
print("a\nb".replacingOccurrences(of: "(?m)^", with: "> ", options: .regularExpression))
