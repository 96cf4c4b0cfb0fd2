// Recursion: towers, permutations, a search with backtracking, depth within limits.
func hanoi(_ n: Int, _ from: String, _ to: String, _ via: String) -> Int {
  n == 0 ? 0 : hanoi(n - 1, from, via, to) + 1 + hanoi(n - 1, via, to, from)
}
print(hanoi(5, "a", "c", "b"))
func permutations(_ items: [Int]) -> [[Int]] {
  guard let first = items.first else { return [[]] }
  return permutations(Array(items.dropFirst())).flatMap { rest in
    (0...rest.count).map { position in
      var copy = rest
      copy.insert(first, at: position)
      return copy
    }
  }
}
print(permutations([1, 2, 3]).count, permutations([1, 2]))
func depth(_ n: Int) -> Int { n == 0 ? 0 : 1 + depth(n - 1) }
print(depth(100))
func gcd(_ a: Int, _ b: Int) -> Int { b == 0 ? a : gcd(b, a % b) }
print(gcd(84, 36), gcd(17, 5))
