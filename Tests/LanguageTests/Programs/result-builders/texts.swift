// Text put together, as documents are.
@resultBuilder
struct TextBuilder {
  static func buildBlock(_ parts: String...) -> String { parts.joined(separator: "\n") }
  static func buildOptional(_ part: String?) -> String { part ?? "" }
  static func buildEither(first part: String) -> String { part }
  static func buildEither(second part: String) -> String { part }
  static func buildArray(_ parts: [String]) -> String { parts.joined(separator: "+") }
  static func buildFinalResult(_ whole: String) -> String { "{" + whole + "}" }
}
func tag(_ name: String, @TextBuilder _ content: () -> String) -> String { "<\(name)>\(content())</\(name)>" }
@TextBuilder func document(_ items: [String], isDraft: Bool) -> String {
  "# Title"
  let count = items.count
  "\(count) items"
  for item in items { tag("li") { item } }
  if isDraft {
    tag("b") {
      "draft"; "!"
    }
  }
}
print(document(["x", "y"], isDraft: true))
print(document([], isDraft: false))

// Closures with parameters, and `$0` within branches.
func each(_ items: [Int], @TextBuilder _ row: (Int) -> String) -> String { items.map(row).joined(separator: " ") }
print(each([1, 2, 3]) { n in if n % 2 == 0 { "even \(n)" } else { "odd \(n)" } })
print(
  each([1, 2]) {
    "n"; if $0 == 1 { let twice = $0 * 2; "\(twice)" }
  })

// One that has conditions kept apart by overload.
@resultBuilder
struct SumBuilder {
  static func buildExpression(_ n: Int) -> Double { Double(n) }
  static func buildExpression(_ n: Double) -> Double { n }
  static func buildExpression(_ s: String) -> Double { Double(s.count) }
  static func buildBlock(_ parts: Double...) -> Double { parts.reduce(0, +) }
}
func sum(@SumBuilder _ make: () -> Double) -> Double { make() }
print(
  sum {
    1; 2.5; "four"
  })

// Overloads by the closure's builder.
struct Box {
  let text: String
  init(_ text: String) { self.text = text }
  init(@TextBuilder _ make: () -> String) { text = make() }
}
print(
  Box("a").text,
  Box {
    "b"; "c"
  }.text)

// Optional closures and defaults.
func maybe(@TextBuilder footer: () -> String = { "none" }, @TextBuilder header: () -> String) -> String {
  header() + footer()
}
print(maybe { "h" }, maybe(footer: { "f" }) { "g" })
extension TextBuilder { static func buildLimitedAvailability(_ s: String) -> String { s } }
class Counter { var n = 0; func next() -> String { n += 1; return "\(n)" } }
let counter = Counter()
print(
  tag("c") {
    counter.next(); if counter.n == 1 { counter.next(); counter.next() }; counter.next()
  })
