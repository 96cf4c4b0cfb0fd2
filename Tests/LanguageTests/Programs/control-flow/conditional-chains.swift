// `#if` in the middle of a chain of calls.
struct Row {
  var parts: [String] = []
  func add(_ part: String) -> Row { Row(parts: parts + [part]) }
}
let row = Row()
  .add("first")
  #if os(iOS)
    .add("phone")
  #elseif os(Linux)
    .add("server")
    .add("more")
  #else
    .add("other")
  #endif
  .add("last")
print(row.parts)
let numbers = [3, 1, 2]
  #if DEBUG
    .sorted()
  #endif
print(numbers)
let count: Int? = Optional(row)?
  #if os(Linux)
    .parts
  #endif
  .count
print(count as Any)
