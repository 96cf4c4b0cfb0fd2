// Cases with payloads: labels, several values, switch with let, if case, where, payload of payloads.
enum Media {
  case book(title: String, pages: Int)
  case song(String, minutes: Double)
  case unknown
}
let items: [Media] = [
  .book(title: "Dune", pages: 412), .song("Sun", minutes: 3.5), .unknown, .book(title: "Note", pages: 3),
]
for item in items {
  switch item {
  case .book(let title, let pages) where pages < 10:
    print("leaflet \(title)")
  case .book(let title, let pages):
    print("book \(title), \(pages)")
  case let .song(name, minutes):
    print("song \(name), \(minutes)")
  case .unknown:
    print("unknown")
  }
}
print(items[0], items[1], items[2])
print(items)
if case .book(title: let title, pages: _) = items[0] { print(title) }
if case .song = items[1] { print("is a song") }
let pages = items.map { item -> Int in
  if case let .book(_, pages) = item { return pages }
  return 0
}
print(pages)
for case .book(let title, _) in items { print("title", title) }

indirect enum Expression {
  case number(Int)
  case sum(Expression, Expression)
  case product(Expression, Expression)
}
func evaluate(_ e: Expression) -> Int {
  switch e {
  case .number(let n): return n
  case .sum(let a, let b): return evaluate(a) + evaluate(b)
  case .product(let a, let b): return evaluate(a) * evaluate(b)
  }
}
print(evaluate(.sum(.number(2), .product(.number(3), .number(4)))))
