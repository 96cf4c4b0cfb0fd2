// Variables of a body that nobody reads or changes.
// swift-format-ignore-file
struct Size {
  var width = 1
  lazy var area = 3
  mutating func grow() { width += 1 }
  subscript(i: Int) -> Int { get { i } set {} }
}
final class Box { var x = 1 }
func find() -> Int? { 1 }
func read() throws -> Int { 1 }

func neverChanged() {
  var a = 1  // warning: variable 'a' was never mutated; consider changing to 'let' constant
  var typed: Int = 2  // warning: variable 'typed' was never mutated; consider changing to 'let' constant
  var box = Box()  // warning: variable 'box' was never mutated; consider changing to 'let' constant
  box.x = 3
  print(a, typed, box)
  var (p, q) = (1, 2)
  p += 1
  print(p, q)
  var first = 1, second = 2  // warning: variable 'first' was never mutated; consider changing to 'let' constant  // warning: variable 'second' was never mutated; consider changing to 'let' constant
  print(first, second)
  var numbers = [1, 2].makeIterator()
  while let number = numbers.next() { print(number) }
  var letters = "ab".makeIterator(), pairs = zip([1], [2]).makeIterator()
  print(letters.next() as Any, pairs.next() as Any)
  for var i in 0..<3 { print(i) }  // warning: variable 'i' was never mutated; consider removing 'var' to make it constant
  if var found = find() { print(found) }  // warning: variable 'found' was never mutated; consider changing to 'let' constant
  func inner() { var k = 1; print(k) }  // warning: variable 'k' was never mutated; consider changing to 'let' constant
  inner()
  var count = 0  // warning: variable 'count' was never mutated; consider changing to 'let' constant
  let get = { count }
  print(get())
}

func changed(_ size: inout Size) {
  var a = 1
  a = 2
  print(a)
  var later: Int
  later = 1
  print(later)
  var list = [1]
  list[0] = 2
  var s = Size()
  s.width = 2
  var t = Size()
  t.grow()
  var u = Size()
  print(u.area)
  var v = Size()
  v[0] = 1
  var m = 1, n = 2
  swap(&m, &n)
  var total = 0
  let add = { total += 1 }
  add()
  var maybe: Size? = Size()
  maybe?.width = 2
  var sum = 0
  [1, 2].forEach { sum += $0 }
  size.width = 3
}

func neverRead() {
  let y = 2  // warning: initialization of immutable value 'y' was never used; consider replacing with assignment to '_' or removing it
  var z = 3  // warning: initialization of variable 'z' was never used; consider replacing with assignment to '_' or removing it
  let typed: Int = 4  // warning: immutable value 'typed' was never used; consider replacing with '_' or removing it
  var w = 1  // warning: variable 'w' was written to, but never read
  w = 2
  var later: Int  // warning: variable 'later' was written to, but never read
  later = 1
  let constant: Int  // warning: immutable value 'constant' was never used; consider removing it
  constant = 1
  let (h, i) = (1, 2)  // warning: immutable value 'i' was never used; consider replacing with '_' or removing it
  print(h)
  var nothing: Int  // warning: variable 'nothing' was never used; consider replacing with '_' or removing it
  let one = 1, two = 2  // warning: immutable value 'one' was never used; consider replacing with '_' or removing it
  print(two)
  let closure = { (a: Int) -> Int in let k = 1; return a }  // warning: initialization of immutable value 'closure' was never used; consider replacing with assignment to '_' or removing it  // warning: initialization of immutable value 'k' was never used; consider replacing with assignment to '_' or removing it
  [1].forEach { x in let y = x }  // warning: initialization of immutable value 'y' was never used; consider replacing with assignment to '_' or removing it
  let _ = 3
}

enum Event { case one(Int), two(Int, String) }

func patterns(_ event: Event) {
  if let a = find() { print("x") }  // warning: value 'a' was defined but never used; consider replacing with boolean test
  if let a = find(), let b = find() { print(b) }  // warning: immutable value 'a' was never used; consider replacing with '_' or removing it
  guard let c = find() else { return }  // warning: value 'c' was defined but never used; consider replacing with boolean test
  while let q = find() { print("x") }  // warning: value 'q' was defined but never used; consider replacing with boolean test
  for i in 0..<3 { print("x") }  // warning: immutable value 'i' was never used; consider replacing with '_' or removing it
  for _ in 0..<3 { print("x") }
  switch event {
  case .one(let a): break  // warning: immutable value 'a' was never used; consider replacing with '_' or removing it
  case let .two(b, c): print(b)  // warning: immutable value 'c' was never used; consider replacing with '_' or removing it
  }
  if case .one(let z) = event { print("x") }  // warning: immutable value 'z' was never used; consider replacing with '_' or removing it
  do { _ = try read() } catch let failure { print("e") }  // warning: immutable value 'failure' was never used; consider replacing with '_' or removing it
  do { let v = try read() } catch { print("e") }  // warning: initialization of immutable value 'v' was never used; consider replacing with assignment to '_' or removing it
  do { _ = try read() } catch { print(error) }
}

// What stands at top level may be used elsewhere, but for what stands in a block.
var global = 1
let unused = 2
if global > 0 { let top = 1; var changed = 2; print(changed) }  // warning: initialization of immutable value 'top' was never used; consider replacing with assignment to '_' or removing it  // warning: variable 'changed' was never mutated; consider changing to 'let' constant
for i in 0..<2 { print("x") }  // warning: immutable value 'i' was never used; consider replacing with '_' or removing it
guard let found = find() else { fatalError() }
let made = { var inside = 1; return inside }()  // warning: variable 'inside' was never mutated; consider changing to 'let' constant

final class Model {
  var n = 0
  init() { let start = 1; n = 2 }  // warning: initialization of immutable value 'start' was never used; consider replacing with assignment to '_' or removing it
  var double: Int { var result = n; return result * 2 }  // warning: variable 'result' was never mutated; consider changing to 'let' constant
  func grow() { let step = 1; n += 1 }  // warning: initialization of immutable value 'step' was never used; consider replacing with assignment to '_' or removing it
}
