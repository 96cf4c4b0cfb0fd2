// inout arguments hold what their parameters became, also when the function throws; where they are is found out once.
struct E: Error {}
func f(_ x: inout Int, _ fail: Bool) throws { x = 5; if fail { throw E() }; x = 6 }
var a = 1
try? f(&a, true); print(a)
class C {
  var n = 1; var list = [1] { didSet { print("did", list) } };
  subscript(i: Int) -> Int {
    get { list[i] }
    set { list[i] = newValue }
  }
}
let c = C()
try? f(&c.n, true); print(c.n)
try? f(&c[0], true); print(c[0])
func local() {
  var b = 1
  func g(_ y: inout Int) throws { y += 10; throw E() }
  try? g(&b); print(b)
  let h: (inout Int) throws -> Void = {
    $0 = 99; throw E()
  }
  try? h(&b); print(b)
}
local()
struct S { var v = 1; mutating func m() throws { v = 7; throw E() } }
var s = S(); try? s.m(); print(s.v)
class D { var s = S() }
let d = D(); try? d.s.m(); print(d.s.v)
var arr = [1, 2, 3]
try? arr.withUnsafe(); print(arr)
extension Array where Element == Int { mutating func withUnsafe() throws { append(9); throw E() } }
var made = 0
func make() -> C { made += 1; return c }
func bump(_ x: inout Int) { x += 1 }
bump(&make().n); print(made, c.n)
bump(&make().list[0]); print(made)
make().list[0] += 1; print(made)
make().list.append(3); print(made)
var dict = ["a": [1]]
func key() -> String { made += 1; return "a" }
dict[key(), default: []].append(2); print(dict, made)
bump(&dict[key()]![0]); print(dict, made)
bump(&arr[idx()]); print(arr, made)
func idx() -> Int { made += 1; return 0 }
arr[idx()] += 5; print(arr, made)
swap(&arr[0], &a); print(arr, a)
