// Small algorithms as they are typed into a prompt: primes, word counts, palindromes, binary search, matrix, caesar.
func primes(upTo n: Int) -> [Int] {
  var isPrime = [Bool](repeating: true, count: n + 1)
  for i in stride(from: 2, through: n, by: 1) where isPrime[i] && i * i <= n {
    for j in stride(from: i * i, through: n, by: i) { isPrime[j] = false }
  }
  return (2...n).filter { isPrime[$0] }
}
print(primes(upTo: 30))
let text = "the cat and the dog and the bird"
let counts = text.split(separator: " ").reduce(into: [:]) { $0[String($1), default: 0] += 1 } as [String: Int]
print(counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(2).map { "\($0.key)=\($0.value)" })
func isPalindrome(_ text: String) -> Bool {
  let letters = text.lowercased().filter(\.isLetter)
  return letters == String(letters.reversed())
}
print(isPalindrome("A man, a plan, a canal: Panama"), isPalindrome("Swift"))
func search(_ list: [Int], _ x: Int) -> Int? {
  var (low, high) = (0, list.count - 1)
  while low <= high {
    let middle = (low + high) / 2
    if list[middle] == x { return middle }
    if list[middle] < x { low = middle + 1 } else { high = middle - 1 }
  }
  return nil
}
print(search([1, 3, 5, 8], 5) as Any, search([1, 3], 2) as Any)
func caesar(_ text: String, _ shift: UInt8) -> String {
  String(
    text.map { character in
      guard let ascii = character.asciiValue, character.isLowercase else { return character }
      return Character(UnicodeScalar((ascii - 97 + shift) % 26 + 97))
    })
}
print(caesar("hello, world", 3), caesar(caesar("abc", 3), 23))
func transpose(_ m: [[Int]]) -> [[Int]] { m.first.map { row in row.indices.map { i in m.map { $0[i] } } } ?? [] }
print(transpose([[1, 2, 3], [4, 5, 6]]))
func gcd(_ a: Int, _ b: Int) -> Int { b == 0 ? a : gcd(b, a % b) }
print(
  gcd(48, 36),
  (1...20).map { $0 % 15 == 0 ? "FizzBuzz" : $0 % 5 == 0 ? "Buzz" : $0 % 3 == 0 ? "Fizz" : "\($0)" }.joined(
    separator: " "))
func quicksort<T: Comparable>(_ a: [T]) -> [T] {
  guard let pivot = a.first else { return [] }
  let rest = a.dropFirst()
  return quicksort(rest.filter { $0 < pivot }) + [pivot] + quicksort(rest.filter { $0 >= pivot })
}
print(quicksort([3, 6, 1, 3, 2]), quicksort(["b", "a"]))
func permutations<T>(_ list: [T]) -> [[T]] {
  guard let first = list.first else { return [[]] }
  return permutations(Array(list.dropFirst())).flatMap { rest in
    (0...rest.count).map { Array(rest[..<$0]) + [first] + rest[$0...] }
  }
}
print(permutations([1, 2, 3]).count, permutations([1, 2]))
