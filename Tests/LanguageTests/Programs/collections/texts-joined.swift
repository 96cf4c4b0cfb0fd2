// A text that is joined, and what it is asked for where anything would do: not a method that nobody calls.
let words = ["x", "y"]
let separator = ","
print(words.joined(separator: ",").count)
print(words.joined(separator: separator).count, words.map { $0 }.joined(separator: "").count)
let count: Any = words.joined(separator: ",").count
print(count)
print(words.joined(separator: ",").first as Any, words.joined(separator: ",").isEmpty)
print([[1], [2, 3]].joined(separator: [0]).map { $0 })
