protocol Container {
  associatedtype Item; var count: Int { get }; mutating func append(_ item: Item); subscript(i: Int) -> Item { get }
}
extension Container { var isEmpty: Bool { count == 0 }; func all() -> [Item] { (0..<count).map { self[$0] } } }
extension Container where Item: Equatable {
  func firstIndex(of x: Item) -> Int? { all().firstIndex(of: x) };
  static func == (l: Self, r: Self) -> Bool { l.all() == r.all() }
}
struct Stack<Element>: Container {
  private var items: [Element] = []
  init() {}; init<S: Sequence>(_ s: S) where S.Element == Element { items = Array(s) }
  mutating func append(_ item: Element) { items.append(item) }
  mutating func push(_ i: Element) { append(i) }
  @discardableResult mutating func pop() -> Element? { items.popLast() }
  var count: Int { items.count }; subscript(i: Int) -> Element { items[i] }
  var peek: Element? { items.last }
}
extension Stack: Sequence {
  func makeIterator() -> AnyIterator<Element> {
    var i = items.count;
    return AnyIterator {
      i > 0
        ? {
          i -= 1; return items[i]
        }() : nil
    }
  }
}
extension Stack: ExpressibleByArrayLiteral { init(arrayLiteral e: Element...) { self.init(e) } }
extension Stack: Equatable where Element: Equatable {}
extension Stack: Hashable where Element: Hashable {}
extension Stack: CustomStringConvertible {
  var description: String { "[" + map { "\($0)" }.joined(separator: "|") + ">" }
}
final class Tree<T> {
  let value: T; private(set) var children: [Tree<T>] = []; weak var parent: Tree?
  init(_ v: T, children: [Tree] = []) { value = v; for c in children { add(c) } }
  func add(_ c: Tree) { children.append(c); c.parent = self }
  var depth: Int { 1 + (children.map(\.depth).max() ?? 0) }
  func walk(_ f: (T, Int) throws -> Void, level: Int = 0) rethrows {
    try f(value, level); for c in children { try c.walk(f, level: level + 1) }
  }
  func map<U>(_ f: (T) -> U) -> Tree<U> { Tree<U>(f(value), children: children.map { $0.map(f) }) }
  var path: [T] { (parent?.path ?? []) + [value] }
}
indirect enum List<T> {
  case end, node(T, List<T>)
  init(_ s: some BidirectionalCollection<T>) { self = s.reversed().reduce(.end) { .node($1, $0) } }
  var array: [T] {
    switch self {
    case .end: [];
    case .node(let v, let rest): [v] + rest.array
    }
  }
  func fold<R>(_ initial: R, _ f: (R, T) -> R) -> R {
    guard case let .node(v, rest) = self else { return initial }; return rest.fold(f(initial, v), f)
  }
}
extension List: Sequence {
  struct Iterator: IteratorProtocol {
    var rest: List;
    mutating func next() -> T? { guard case .node(let v, let r) = rest else { return nil }; rest = r; return v }
  }
  func makeIterator() -> Iterator { Iterator(rest: self) }
}
struct Pair<A, B> {
  var first: A, second: B; func swapped() -> Pair<B, A> { .init(first: second, second: first) }
  static func zip(_ a: [A], _ b: [B]) -> [Pair] { Swift.zip(a, b).map { Pair(first: $0, second: $1) } }
}
extension Pair where A == B { var both: [A] { [first, second] } }
extension Pair where A: Comparable, B == A { var ordered: Pair { first <= second ? self : swapped() } }
enum Either<L, R> {
  case left(L), right(R);
  func either<T>(_ f: (L) -> T, _ g: (R) -> T) -> T {
    switch self {
    case .left(let l): f(l);
    case .right(let r): g(r)
    }
  }
  var swapped: Either<R, L> { either(Either<R, L>.right, Either<R, L>.left) }
}
func maxOf<T: Comparable>(_ first: T, _ rest: T...) -> T { rest.reduce(first, max) }
func compose<A, B, C>(_ f: @escaping (A) -> B, _ g: @escaping (B) -> C) -> (A) -> C { { g(f($0)) } }
func memoize<K: Hashable, V>(_ f: @escaping ((K) -> V, K) -> V) -> (K) -> V {
  var cache: [K: V] = [:]
  func call(_ k: K) -> V { if let v = cache[k] { return v }; let v = f(call, k); cache[k] = v; return v }
  return call
}
var s: Stack = [1, 2, 3]; s.push(4); s.pop()
print(s, s.firstIndex(of: 2) ?? -1, Array(s), s == [1, 2, 3], s.peek!, s.isEmpty, Set([s, s]).count)
print(Stack("abc"), Stack<Int>().peek as Any)
let t = Tree("root", children: [Tree("a", children: [Tree("x")]), Tree("b")])
t.walk { v, l in print(String(repeating: " ", count: l) + v) }
print(t.depth, t.map(\.count).children.map(\.value), t.children[0].children[0].path.joined(separator: "/"))
let l = List([1, 2, 3]); print(l.array, l.fold("") { "\($0)\($1)" }, l.reduce(0, +), l.contains(2), l.map { $0 * 2 })
print(
  Pair(first: 3, second: 1).ordered, Pair(first: "a", second: 1).swapped().first, Pair(first: 1, second: 2).both,
  Pair<Int, String>.zip([1], ["x"]).count)
print(
  Either<Int, String>.left(3).swapped.either({ $0 + "!" }, { "\($0)" }), maxOf(3, 9, 2),
  compose(String.init, \.count)(12345))
let fib = memoize { (rec: (Int) -> Int, n: Int) -> Int in n < 2 ? n : rec(n - 1) + rec(n - 2) }
print(fib(50))
func total<C: Collection>(_ c: C) -> Int where C.Element: BinaryInteger { c.reduce(0) { $0 + Int($1) } }
print(total([1, 2] as [Int8]), total(Set([5])), total(1...3))
func describe(_ x: some CustomStringConvertible & Hashable) -> String { "\(x)#" }
print(describe(3))
