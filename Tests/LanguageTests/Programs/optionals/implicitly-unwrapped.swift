// Implicitly unwrapped optionals: properties, results, parameters, locals, functions; optional where that will do.
class Box {
  var value: Int!; var text: String!; weak var other: Box!
  func find(_ s: String!) -> Int! { s == nil ? nil : s.count }
}
let box = Box()
print(box.value as Any)
box.value = 4
let doubled: Int = box.value * 2
print(doubled, box.value + 1, box.value == 4, box.text?.count as Any)
box.text = "abc"
print(box.text.count, box.text.uppercased(), box.text + "d", box.find("abc") + 1)
if let v = box.value { print(v) }
var n: Int! = nil
n = 3
n += 1
print(n!, n ?? 0, [1, 2, 3, 4, 5][n])
box.other = box
box.other.value = 9
print(box.other.other.value!)
var handler: ((Int) -> Void)!
handler = { print("got", $0) }
handler(3)
struct Foo { var items: [Int]! }
var foo = Foo(items: [1])
foo.items.append(2)
for i in foo.items { print(i) }
print(foo.items.map { $0 * 2 }, foo.items.first!)
