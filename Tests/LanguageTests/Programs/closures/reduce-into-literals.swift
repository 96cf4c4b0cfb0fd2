// What an empty literal is comes from the context, not from what the closure puts into it.
enum JSON {
  case number(Int)
  case object([String: JSON])
}

func json(_ text: String) throws -> JSON { .number(text.count) }
func length(_ text: String) -> Int { text.count }

let words = ["a", "bb", "ccc"]
let lengths: [String: Int] = words.reduce(into: [:]) { $0[$1] = length($1) }
print(lengths.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })

let byLength: [Int: Set<String>] = words.reduce(into: [:]) { $0[$1.count, default: []].insert($1) }
print(byLength[2] ?? [])

let object = JSON.object(try words.reduce(into: [:]) { $0[$1] = try json($1) })
if case .object(let members) = object, case .number(let count)? = members["ccc"] { print(count) }

let last: Int? = words.reduce(into: nil) { $0 = $1.count }
print(last ?? 0)

let initials = words.reduce(into: [:]) { $0[$1.first!] = $1 }
print(initials["b"] ?? "none")
