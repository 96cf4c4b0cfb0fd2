// A value behind a call or a key is looked for once, before what is put into it, and nothing is worked out for nothing.
struct V { var x = 0; var a: [Int]? = [1]; var i: In? = In() }
struct In { var y = 0 }
class C { var p: V? = V(); var q = V(); var d: [String: [Int]] = ["k": [5]] }
let c = C()
func a() -> C { print("a"); return c }
func o() -> C? { print("o"); return c }
func f() -> Int { print("f"); return 3 }
func k() -> String { print("k"); return "k" }
a().p?.x = f()
print(c.p!.x)
a().p!.x = f()
a().q.x = f()
print(c.q.x)
o()?.p?.x = f()
o()?.q.i?.y = f()
print(c.q.i!.y)
o()?.q.a?[0] = f()
print(c.q.a!)
a().d[k()]?[0] = f()
print(c.d)
var dict: [String: [Int]] = ["k": [1]]
dict[k()]?[0] = f()
print(dict)
dict["z"]?[0] = f()
dict[k()]?.append(f())
dict[k(), default: []].append(f())
print(dict)
c.p = nil
a().p?.x = f()
print("end")
var n: In? = nil
n?.y = f()
a().q.i?.y += f()
print(c.q.i!.y)
o()?.p?.x += f()
dict[k()]?[0] += f()
print(dict)
var arr: [[Int]?] = [[1], nil]
func i(_ n: Int) -> Int { print("i"); return n }
arr[i(0)]?[i(0)] = f()
arr[i(1)]?[i(0)] = f()
print(arr)
