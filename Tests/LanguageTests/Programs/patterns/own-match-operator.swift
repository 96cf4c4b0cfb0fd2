// ~= of one's own in switch; ranges of several kinds as patterns.
struct Prefix { let text: String }
func ~= (pattern: Prefix, value: String) -> Bool { value.hasPrefix(pattern.text) }
func ~= (pattern: (Int) -> Bool, value: Int) -> Bool { pattern(value) }
func isEven(_ n: Int) -> Bool { n % 2 == 0 }
for word in ["http://a", "ftp:b", "x"] {
  switch word {
  case Prefix(text: "http"): print("web")
  case Prefix(text: "ftp"): print("files")
  default: print("other")
  }
}
for n in [4, 7, 150, -1] {
  switch n {
  case ..<0: print("negative")
  case 100...: print("large")
  case isEven: print("even")
  case 1..<10: print("small odd")
  default: print("?")
  }
}
switch "m" {
case "a"..."l": print("first half")
case "m"..."z": print("second half")
default: print("none")
}
