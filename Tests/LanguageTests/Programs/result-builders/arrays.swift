// An array builder with every method, in every place where a builder can be named.

@resultBuilder
struct ListBuilder<Element> {
  static func buildExpression(_ element: Element) -> [Element] { [element] }
  static func buildExpression(_ elements: [Element]) -> [Element] { elements }
  static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap { $0 } }
  static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
  static func buildEither(first: [Element]) -> [Element] { first }
  static func buildEither(second: [Element]) -> [Element] { second }
  static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap { $0 } }
  static func buildLimitedAvailability(_ part: [Element]) -> [Element] { part }
}

func list<T>(@ListBuilder<T> _ make: () -> [T]) -> [T] { make() }

print(list { 1 })
print(
  list {
    1; 2; 3
  })
let extra = true
let names = ["ada", "bob", "cy"]
func texts(@ListBuilder<String> _ make: () -> [String]) -> [String] { make() }
print(
  texts {
    "start"
    if extra { "extra" }
    if !extra { "never" }
    for name in names where name.count > 2 { name.uppercased() }
    for (index, name) in names.enumerated() {
      let line = "\(index): \(name)"
      line
      if index == 1 { "(one)" } else { "(other)" }
    }
    switch names.count {
    case 0: "none"
    case 1, 2: "few"
    case let many where many > 2:
      let text = "many: \(many)"
      text
    default: "?"
    }
    ["end", "really"]
  })

struct Menu {
  let title: String
  @ListBuilder<String> var lines: [String] {
    title
    "---"
    if title.isEmpty { "untitled" } else if title.count > 3 { "long" } else { "short" }
  }
  @ListBuilder<Int> static func squares(upTo n: Int) -> [Int] {
    for i in 1...n { i * i }
    0
  }
  @ListBuilder<String> subscript(n: Int) -> [String] {
    title
    for i in 0..<n { "\(i)" }
  }
}
print(Menu(title: "tea").lines, Menu(title: "").lines, Menu(title: "coffee").lines)
print(Menu.squares(upTo: 4), Menu(title: "x")[3])

struct Page {
  @ListBuilder<String> let header: () -> [String]
  var count = 0
}
let page = Page(header: {
  "a"; "b"
})
print(page.header(), Page { "c" }.header())

class Keeper {
  let make: () -> [Int]
  var base = 10
  init(@ListBuilder<Int> make: @escaping () -> [Int]) { self.make = make }
  @ListBuilder<Int> func values() -> [Int] {
    base
    if base > 5 {
      let double = base * 2
      double
      double + 1
    }
  }
}
var n = 1
let keeper = Keeper {
  n
  n + 1
}
n = 5
print(keeper.make(), keeper.values())

func local() -> [String] {
  @ListBuilder<String> func inner(_ flag: Bool) -> [String] {
    "in"
    if flag { "flag" }
  }
  return inner(true) + inner(false)
}
print(local())

// A `return` turns it off.
print(list { return [7, 8] })
@ListBuilder<Int> func plain() -> [Int] { return [9] }
print(plain())

// Nothing in it.
print(list {} as [Int])
let mapped = list { if let first = names.first { first } }
print(mapped)
do {
  print(list { do { 1; 2 } })
}
struct Failure: Error {}
func check(_ n: Int) throws -> Int { if n > 2 { throw Failure() }; return n }
func trying<T>(@ListBuilder<T> _ make: () throws -> [T]) rethrows -> [T] { try make() }
print(
  (try? trying { for i in 0..<3 { try check(i) } }) ?? [-1], (try? trying { for i in 0..<4 { try check(i) } }) ?? [-1])
print(
  (try? trying {
    try check(1); if n == 5 { let more = try check(2); more }
  }) ?? [-1])
