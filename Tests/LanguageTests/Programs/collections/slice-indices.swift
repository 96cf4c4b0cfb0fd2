// Slices of arrays: the indices of what they are parts of, changes in place, parts of parts.
let a = [10, 20, 30, 40, 50]
let s = a[1..<4]
print(s.startIndex, s.endIndex, s.indices, s[1], s.count, s.first!, s.last!)
print(Array(s), s == [20, 30, 40], s)
print(
  a.dropFirst().startIndex, a.dropFirst(2).indices, a.suffix(2).startIndex, a.prefix(2).endIndex, a.dropLast().endIndex)
var q = a[...]
print(q.removeFirst(), q.startIndex, q.popFirst()!, q.startIndex, q.removeLast(), q.endIndex)
q.append(99); print(q, q.indices, q.endIndex)
q[2] = 33; print(q, q.firstIndex(of: 33)!, q.lastIndex(of: 99)!, q.firstIndex { $0 > 50 }!)
for (i, x) in zip(s.indices, s) { print(i, x, terminator: "; ") }
print(s.enumerated().map { "\($0.offset):\($0.element)" })
print(s.index(after: s.startIndex), s.index(s.startIndex, offsetBy: 2), s.distance(from: 1, to: 3))
let sub = s[2...]
print(sub, sub.startIndex, sub.endIndex, s[...2], s[..<2])
print(
  s.prefix(2), s.prefix(2).endIndex, s.suffix(1).startIndex, s.drop { $0 < 30 }.startIndex,
  s.prefix { $0 < 40 }.endIndex)
var m = a
m[1..<3] = [7]
print(m, m[1...].sorted(), m[1...].map { $0 + 1 }, m[1...].reduce(0, +))
m[1...].sort(by: >); print(m)
m[1..<3].swapAt(1, 2); print(m)
let parts = [1, 0, 2, 3, 0, 4].split(separator: 0)
print(parts, parts.map(\.startIndex), parts.map { Array($0) })
var c = ArraySlice([1, 2, 3]); c.insert(9, at: 1); print(c, c.startIndex); c.removeAll(); print(c.isEmpty, c.startIndex)
func sum(_ s: ArraySlice<Int>) -> Int { guard let f = s.first else { return 0 }; return f + sum(s.dropFirst()) }
print(sum(a[...]))
func bs(_ a: ArraySlice<Int>, _ k: Int) -> Int? {
  if a.isEmpty { return nil }
  let m = a.startIndex + (a.endIndex - a.startIndex) / 2
  if a[m] == k { return m }
  return a[m] < k ? bs(a[(m + 1)...], k) : bs(a[..<m], k)
}
print(bs(a[...], 40) as Any, bs(a[...], 15) as Any)
print(s.contains(20), s.min()!, Set(s).count, s + [1], [1] + s, (s + [1]).startIndex)
print(type(of: s), s.hashValue == ArraySlice([20, 30, 40]).hashValue, s == ArraySlice([20, 30, 40]))
var it = s.makeIterator(); print(it.next()!)
let str = "hello world"
let w = str.dropFirst(6); print(w, w.startIndex == str.index(str.startIndex, offsetBy: 6), w.endIndex == str.endIndex)
let i = str.firstIndex(of: " ")!
let first = str[..<i], second = str[str.index(after: i)...]
print(
  first, second, second.startIndex > i, str[second.startIndex], second[second.startIndex],
  second.firstIndex(of: "r").map { str[$0...] } ?? "")
print(
  second.distance(from: second.startIndex, to: second.endIndex),
  second.index(second.startIndex, offsetBy: 2) == str.index(str.startIndex, offsetBy: 8))
print(str.distance(from: str.startIndex, to: second.startIndex))
print(
  s.last(where: { $0 < 40 })!, s.lastIndex(where: { $0 < 40 })!, s.elementsEqual([20, 30, 40]), s.starts(with: [20]))
print(a[1..<4].firstIndex(of: 20)!, a[1...][2...][3...].startIndex)
for (i, e) in s.enumerated() { print(i, e, terminator: ",") }
print(s.randomElement() != nil, s.shuffled().count, s.isEmpty, s.endIndex - s.startIndex)
print(
  [[1, 2], [3]].joined().map { $0 }, Array(a[2...]).startIndex, a[2...].map { $0 }.startIndex,
  a[2...].filter { $0 > 1 }.startIndex)
