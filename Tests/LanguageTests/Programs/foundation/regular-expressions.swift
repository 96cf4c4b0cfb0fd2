// Regular-expression literals: matching, captures, replacing, splitting, validating a mail address.
let text = "Order 42: 3 pizzas, Order 7: 1 salad"
if let match = text.firstMatch(of: /Order (\d+): (\d+) (\w+)/) {
  print(match.0, match.1, Int(match.2)! + 1, match.output.3)
}
for match in text.matches(of: /Order (?<number>\d+)/) {
  print(match.number, match.output.number.count)
}
print(text.contains(/salad/), text.contains(/burger/), text.replacing(/\d+/, with: "#"))
func isMail(_ text: String) -> Bool {
  text.wholeMatch(of: /[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}/) != nil
}
print(isMail("ann@example.com"), isMail("ann@"), isMail("a b@example.com"))
print("a1b22c".split(separator: /\d+/).map(String.init), "2024-05-06".prefixMatch(of: /(\d{4})-/)?.1 ?? "-")
print(text.ranges(of: /Order/).count, "Hello".replacing(/l/) { _ in "L" }, "AbC".contains(/abc/.ignoresCase()))
