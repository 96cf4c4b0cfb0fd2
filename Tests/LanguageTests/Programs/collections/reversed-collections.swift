// What reversed() gives, what has no elements or one, and the iterators of collections.
// swift-format-ignore-file
import Foundation
let a = [3, 1, 2]
print(a.reversed(), "ab".reversed(), (1...3).reversed(), (1..<3).reversed(), a.reversed().reversed(), a[1...].reversed())
let r = a.reversed()
print(r.first!, r.count, r[r.startIndex], r.last!, Array(r), r.map { $0 + 1 }, r.contains(1), r.firstIndex(of: 1) != nil, r.isEmpty, r.sorted(), r.max()!)
for (i, x) in a.reversed().enumerated() { print(i, x, terminator: " ") }
for (i, x) in a.enumerated().reversed() { print(i, x, terminator: " ") }
print(String("abc".reversed()), ["x", "y"].reversed().joined(separator: "-"), a.reversed() == [2, 1, 3], a.reversed() + [9], [9] + a.reversed(), Array(a.reversed())[0], a.reversed()[0])
let b: [Int] = a.reversed()
var c = Array("hello".reversed())
c.append("!")
print(b, c, zip(a, a.reversed()).map { $0 * $1 }, a.reversed().prefix(2).map { $0 }, Array(a.reversed().dropFirst()), a.reversed().reduce(0) { $0 * 10 + $1 })
func isPalindrome(_ s: String) -> Bool { s == String(s.reversed()) }
func rev(_ s: String) -> String { String(s.reversed()) }
func words(_ s: String) -> [Substring] { s.split(separator: " ").reversed() }
func chars(_ s: String) -> [Character] { return s.reversed() }
print(isPalindrome("abba"), rev("xy"), words("a b c"), chars("pq"), words("a b").reversed().joined(separator: " "))
let m = [[1, 2], [3, 4]].map { $0.reversed() }
print(m.map(Array.init), [[1, 2], [3]].reversed().flatMap { $0.reversed() })
let t: [[Int]] = [[1, 2], [3, 4]].map { $0.reversed() }
print(t, a.sorted().reversed().map(String.init).joined(), a.lazy.map { $0 * 2 }.reversed().first!, stride(from: 0, to: 6, by: 2).reversed(), Set([1]).reversed(), ["k": 1].reversed().count)
for i in (0..<3).reversed() where i != 1 { print(i, terminator: ",") }
for i in stride(from: 6, to: 0, by: -2).reversed() { print(i, terminator: ",") }
var s = "abc"; s = String(s.reversed()); s += String("de".reversed()); print(s, s.reversed().map { String($0) }, "abc".reversed().starts(with: "cb"), "ab".reversed().elementsEqual("ba"))
let d = Dictionary(uniqueKeysWithValues: a.reversed().enumerated().map { ($1, $0) }); print(d[3]!)
let pairs = zip("abc", (1...3).reversed()).map { "\($0)\($1)" }; print(pairs, type(of: a.reversed()), type(of: "a".reversed()))
func g<S: Sequence>(_ s: S) -> [S.Element] { Array(s) }
func h<C: Collection>(_ c: C) -> Int { c.count }
print(g(a.reversed()), h("xyz".reversed()), a.reversed().indices.count, a.reversed().split(separator: 1).map(Array.init), a.reversed().allSatisfy { $0 > 0 })
let q = a.isEmpty ? [] : a.reversed()
print(q)
let opt: [Int]? = a
print(opt?.reversed() ?? [], opt.map { $0.reversed() } ?? [], (opt ?? []).reversed().count)
struct Stack { var items: [Int] = [1, 2]; var top: [Int] { items.reversed() }; func all() -> some Sequence<Int> { items.reversed() } }
print(Stack().top, Array(Stack().all()))
var it = a.reversed().makeIterator(); print(it.next()!)
let e = EmptyCollection<Int>(); print(e.count, Array(e), e, e == EmptyCollection<Int>())
let one = CollectionOfOne("y"); print(one, one + ["z"], one.first!)
var ii: IndexingIterator<[Int]> = [1, 2].makeIterator(); print(ii.next()!, ii.next()!, ii.next() as Any)
struct W: Sequence { var x: [Int]; func makeIterator() -> IndexingIterator<[Int]> { x.makeIterator() } }
print(W(x: [3, 4]).map { $0 * 2 })
struct C: Collection { var a: [String]; var startIndex: Int { 0 }; var endIndex: Int { a.count }; subscript(i: Int) -> String { a[i] }; func index(after i: Int) -> Int { i + 1 } }
var ci = C(a: ["x"]).makeIterator(); print(type(of: ci), ci.next()!)
print(URL(string: "https://a.b")! as AnyObject is NSURL, 3 as AnyObject, "x" as AnyObject, (2.5 as AnyObject) is NSNumber)
