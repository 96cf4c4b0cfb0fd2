// What leads to a place is found before the value is worked out: an index, a key, an object.
final class C { var n = 0; var l = [0, 0]; init(_ n: Int) { self.n = n } }
var n = 0
var arr = [1, 2, 3]
func next() -> Int { n += 1; return 9 }
arr[n] = next()
print(arr)
arr[n] += next()
print(arr)
var here = C(1)
let old = here
func swapped() -> Int { here = C(2); return 7 }
here.n = swapped()
print(old.n, here.n)
here.n += swapped()
print(here.n)
var maybe: C? = C(1)
let kept = maybe
func gone() -> Int { maybe = nil; return 7 }
maybe?.n = gone()
print(kept!.n, maybe == nil)
var d = ["a": [1], "b": [2]]
var key = "a"
func other() -> Int { key = "b"; return 5 }
d[key]?[0] = other()
print(d["a"]!, d["b"]!)
key = "a"
d[key]?.append(other())
print(d["a"]!, d["b"]!)
key = "a"
d[key] = [other()]
print(d["a"]!, d["b"]!)
func local() {
  var i = 0
  var a = [1, 2]
  func bump() -> Int { i += 1; return 8 }
  a[i] = bump()
  print(a, i)
  i = 0
  a[i] = {
    i = 1; return 4
  }()
  print(a)
  i = 0
  func raise(_ x: inout Int) -> Int { x += 1; return 3 }
  a[i] = raise(&i)
  print(a)
  var o = C(5)
  let first = o
  o.l[i] = {
    o = C(6); i = 0; return 2
  }()
  print(first.l, o.l)
}
local()
var grid = [[0, 0], [0, 0]]
func seen(_ i: Int, _ name: String) -> Int { print(name, i); return i }
grid[seen(0, "row")][seen(1, "column")] = seen(5, "value")
grid[seen(1, "row")][seen(0, "column")] += seen(6, "value")
(grid[seen(0, "first")][0], grid[seen(1, "second")][1]) = (seen(7, "value"), 8)
print(grid)
struct Stack {
  var items = [1, 2, 3]
  subscript(i: Int, j: Int = 0) -> Int {
    get { print("get", i, j); return items[i + j] }
    set { print("set", i, j); items[i + j] = newValue }
  }
  mutating func put(_ x: Int, at place: Int) { items[place] = x }
}
var stacks = ["a": Stack(), "b": Stack()]
func made() -> [Int] { print("made"); return [] }
stacks["a"]?[seen(1, "index")] += seen(2, "value")
stacks["c"]?[seen(1, "index")] = seen(2, "value")
var lists: [String: [Int]] = ["a": [1]]
lists["a", default: made()].append(seen(2, "value"))
lists["b", default: made()].append(seen(3, "value"))
print(lists["a"]!, lists["b"]!)
final class Holder {
  var stack: Stack? = Stack()
  var next: Holder?
  var n = 0
  static var shared = Holder()
  func change() -> Int { next = Holder(); return 4 }
  func run() {
    let first = Holder()
    next = first
    next!.n = change()
    print(first.n, next!.n)
    next?.n += change()
    print(first.n, next!.n)
    stack = Stack()
    stack?.put(seen(6, "value"), at: seen(2, "place"))
    print(stack!.items)
  }
}
Holder().run()
let shared = Holder.shared
Holder.shared.n = {
  Holder.shared = Holder(); return 3
}()
print(shared.n, Holder.shared.n)
func several(_ holders: inout [Holder], _ at: inout Int) {
  let first = holders[at]
  holders[at].n = {
    at += 1; return 6
  }()
  print(first.n, holders[at].n)
}
var place = 0
var holders = [Holder(), Holder()]
several(&holders, &place)
let path = \Stack.items
var stack = Stack()
stack[keyPath: path][seen(0, "index")] = seen(9, "value")
print(stack.items)
func throwing() throws -> Int { struct E: Error {}; throw E() }
do { stack.items[seen(1, "index")] = try throwing() } catch { print("thrown", stack.items) }
