// callAsFunction, dynamic member look-up, expressible by literals: values that behave like something else.
struct Adder {
  var amount: Int
  func callAsFunction(_ x: Int) -> Int { x + amount }
  func callAsFunction(times n: Int, _ x: Int) -> Int { x + amount * n }
}
let add = Adder(amount: 5)
print(add(1), add(times: 3, 1), [1, 2].map { add($0) })

@dynamicMemberLookup
struct Row {
  var values: [String: String]
  subscript(dynamicMember name: String) -> String {
    get { values[name] ?? "-" }
    set { values[name] = newValue }
  }
}
var row = Row(values: ["title": "Dune"])
row.author = "Frank"
print(row.title, row.author, row.missing)
struct Tag: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, Hashable {
  let name: String
  init(stringLiteral value: String) { name = "#" + value }
}
struct Percent: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  let value: Double
  init(integerLiteral value: Int) { self.value = Double(value) / 100 }
  init(floatLiteral value: Double) { self.value = value / 100 }
}
struct Names: ExpressibleByArrayLiteral {
  let list: [String]
  init(arrayLiteral elements: String...) { list = elements }
}
let tag: Tag = "swift"
let tags: Set<Tag> = ["a", "b", "a"]
let percents: [Percent] = [50, 12.5]
let names: Names = ["Ann", "Bob"]
print(tag.name, tags.count, percents.map(\.value), names.list, ("x" as Tag).name)
