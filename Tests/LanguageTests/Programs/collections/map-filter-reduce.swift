// The functional family: map, filter, compactMap, flatMap, reduce, reduce(into:), forEach, contains, allSatisfy.
struct Book {
  var title: String
  var author: String
  var pages: Int
}
let books = [
  Book(title: "Dune", author: "Frank", pages: 412),
  Book(title: "Emma", author: "Jane", pages: 474),
  Book(title: "Persuasion", author: "Jane", pages: 249),
]
print(books.map { $0.title }, books.map(\.pages))
print(books.filter { $0.author == "Jane" }.map(\.title))
print(books.map { $0.pages }.reduce(0, +), books.reduce(0) { $0 + $1.pages })
print(books.filter { $0.title.contains("u") || $0.author.contains("u") }.count)
print(["1", "x", "3"].compactMap { Int($0) }, [[1, 2], [3]].flatMap { $0 }, ["ab", "c"].flatMap { Array($0) })
print(
  books.contains { $0.pages > 450 }, books.allSatisfy { $0.pages > 300 },
  books.first { $0.author == "Jane" }?.title ?? "-")
let byAuthor = books.reduce(into: [String: Int]()) { $0[$1.author, default: 0] += 1 }
print(byAuthor["Jane"]!, byAuthor["Frank"]!)
var titles: [String] = []
books.forEach { titles.append($0.title) }
print(titles)
print((1...5).map { $0 * $0 }, (1...10).filter { $0 % 3 == 0 }, (1...4).reduce(1, *))
print(zip(titles, 1...).map { "\($1). \($0)" })
print(
  titles.enumerated().map { "\($0.offset):\($0.element)" }, titles.enumerated().filter { $0.offset > 0 }.map(\.element))
print([1, 2, 3, 4].lazy.map { $0 * 2 }.filter { $0 > 4 }.first ?? 0)
print([3, 1, 2].prefix { $0 > 2 }, [1, 2, 5, 1].drop { $0 < 3 }, [5, 6].first.map { $0 + 1 } as Any)
print(["a": 1, "b": 2].map { $0.value }.sorted(), [1, 2, 3].max { $0 % 3 < $1 % 3 } as Any)
let total = books.map(\.pages).reduce(0) { partial, pages in
  partial + pages
}
print("average \(total / books.count)")
