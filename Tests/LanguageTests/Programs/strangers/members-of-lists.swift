// Types that are members of types without a name of their own: of lists, dictionaries and optionals.
// swift-format-ignore-file
func g() -> [Int].Index { 3 }
print(g())
let e: [String: Int].Element = ("a", 1)
print(e)

func k(_ k: [String: [Int]].Key, _ v: [String: [Int]].Value.Element) -> [Int].SubSequence { [v, k.count][...] }
print(k("ab", 4))
var i: [String].Iterator = ["a"].makeIterator()
print(i.next()!)
extension Array { struct S { var n = 1 }; typealias Two = (Element, Element) }
let s: [Int].S = [Int].S(n: 4)
print(s.n, type(of: s))
let t: [Int].Two = (1, 2)
print(t)
func f() -> [Int].S { .init(n: 2) }
print(f().n)
let ix: ([Int]).Index = 1
print(ix)
extension Optional { enum Kind { case x, y } }
let kk: Int?.Kind = .x
print(kk)
let a = [Int?.Kind.x, .y]
print(a.count)
typealias D = [Int: String].Index
print(D.self)
let m: (any Equatable).Type? = nil
print([Int].Element.self, [Int].Index.max)
