// Laziness, first matches, partition by predicate, min and max by key.
let firstBig = (1...1_000_000).lazy.map { $0 * $0 }.first { $0 > 50 }
print(firstBig as Any)
let words = ["pear", "fig", "banana"]
print(words.min { $0.count < $1.count }!, words.max(by: { $0.count < $1.count })!)
print(words.first(where: { $0.hasPrefix("b") })!, words.contains(where: \.isEmpty), words.allSatisfy { $0.count > 2 })
print(words.map(\.count).reduce(Int.min, max), words.joined().count, words.randomElement() != nil)
print(
  words.shuffled().sorted() == words.sorted(), [1, 2, 3].elementsEqual([1, 2, 3]),
  Array(words.lazy.filter { $0.count == 4 }))
