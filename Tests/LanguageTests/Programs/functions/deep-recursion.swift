// Thousands of nested calls, as compiled programs have them.
func sum(_ n: Int) -> Int { n == 0 ? 0 : n + sum(n - 1) }
print(sum(2_000))

// Man or boy, by Donald Knuth.
func man(
  _ k: Int, _ x1: @escaping () -> Int, _ x2: @escaping () -> Int, _ x3: @escaping () -> Int,
  _ x4: @escaping () -> Int, _ x5: @escaping () -> Int
) -> Int {
  var k = k
  func boy() -> Int {
    k -= 1
    return man(k, boy, x1, x2, x3, x4)
  }
  return k <= 0 ? x4() + x5() : boy()
}
for k in 0...10 { print(man(k, { 1 }, { -1 }, { -1 }, { 1 }, { 0 }), terminator: " ") }
print()

final class Node {
  let next: Node?
  init(_ next: Node?) { self.next = next }
  var depth: Int { 1 + (next?.depth ?? 0) }
}
print((0..<1_000).reduce(nil as Node?) { node, _ in Node(node) }!.depth)
