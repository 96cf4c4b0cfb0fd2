// map, flatMap, compactMap, ??, comparisons of optionals, nested ones.
let number: Int? = 4, none: Int? = nil
print(number.map { $0 * 2 } as Any, none.map { $0 * 2 } as Any, number.flatMap { $0 > 5 ? $0 : nil } as Any)
print(number ?? 0, none ?? 0, none ?? number ?? -1, number == 4, none == nil, number != none)
print(["1", "x"].map { Int($0) }, ["1", "x"].compactMap { Int($0) })
let nested: Int?? = .some(nil)
print(nested == nil, nested! == nil, nested.flatMap { $0 } as Any)
let texts: [String?] = ["a", nil, "b"]
print(texts.compactMap { $0 }.joined(), texts.map { $0 ?? "-" }, texts.contains(nil), texts.filter { $0 != nil }.count)
if let first = texts.first, let text = first { print(text) }
for case let text? in texts { print(text, terminator: ";") }
print()
