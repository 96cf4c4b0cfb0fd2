// A variable and a function with parameters may share a name, and a body has type aliases of its own.
struct Cache { let nuts: [Int] }
func nuts(_ cache: Cache) -> [Int] { cache.nuts }
let nuts = 3
print([Cache(nuts: [1, 2]), Cache(nuts: [3])].flatMap(nuts), nuts, nuts(Cache(nuts: [])))

func primes(below limit: Int) -> [Int] {
  func isPrime(_ n: Int) -> Bool { n > 1 && !(2..<n).contains { n % $0 == 0 } }
  let checked = (0..<limit).filter(isPrime)
  var isPrime = [Bool](repeating: true, count: limit)
  for i in 2..<limit { for j in stride(from: 2 * i, to: limit, by: i) { isPrime[j] = false } }
  return checked == (2..<limit).filter { isPrime[$0] } ? checked : []
}
print(primes(below: 30))

func pairs<T: Comparable>(_ items: [T]) -> [(low: T, high: T)] {
  typealias Pair = (low: T, high: T)
  typealias Table<Value> = [String: Value]
  func ordered(_ a: T, _ b: T) -> Pair { a < b ? (a, b) : (b, a) }
  let table: Table<Pair> = ["only": ordered(items[0], items[1])]
  return [table["only"]!] + zip(items, items.dropFirst()).map { ordered($0, $1) }
}
print(pairs([3, 1, 2]))
struct Holder {
  func run() -> Int {
    typealias Number = Int
    let number: Number = 7
    return Number("35")! + number
  }
}
print(Holder().run())
