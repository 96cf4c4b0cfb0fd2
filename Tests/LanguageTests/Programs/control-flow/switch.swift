// switch over integers, strings, ranges and tuples, with where, several patterns, fallthrough and default.
func grade(_ points: Int) -> String {
  switch points {
  case ..<0: return "impossible"
  case 0: return "nothing"
  case 1..<50: return "weak"
  case 50...79: return "good"
  case let high where high > 100: return "bonus \(high - 100)"
  default: return "excellent"
  }
}
print([-1, 0, 49, 50, 79, 80, 103].map(grade))

func kind(_ topping: String) -> String {
  switch topping {
  case "salami", "ham", "pepperoni":
    return "meat"
  case "olives",
    "capers":
    return "vegan"
  case "":
    return "empty"
  case let other where other.hasSuffix("cheese"):
    return "dairy"
  default:
    return "unknown"
  }
}
print(["ham", "capers", "", "goat cheese", "glue"].map { kind($0) })

switch (3, -3) {
case (0, 0): print("origin")
case (let x, 0): print("on x at \(x)")
case let (x, y) where x == -y: print("diagonal \(x) \(y)")
case (1...5, _): print("never here")
case (_, _): print("elsewhere")
}

switch 2 {
case 1: print("one")
case 2:
  print("two")
  fallthrough
case 3: print("three (by falling)")
default: break
}
switch "e" as Character {
case "a", "e", "i", "o", "u": print("vowel")
case "b"..."z": print("consonant")
default: print("other")
}
