// inout: elements, properties, computed ones, optionals, nested calls, order of writing back.
struct Box {
  var value = 1;
  var doubled: Int {
    get { value * 2 }
    set { value = newValue / 2 }
  }
}
func bump(_ n: inout Int) { n += 10 }
var numbers = [1, 2, 3]
bump(&numbers[1])
var box = Box()
bump(&box.value)
bump(&box.doubled)
var table = ["a": 1]
bump(&table["a", default: 0])
bump(&table["b", default: 5])
print(numbers, box, table["a"]!, table["b"]!)
func both(_ a: inout Int, _ b: inout Int) {
  bump(&a)
  b = a
}
both(&numbers[0], &box.value)
print(numbers, box.value)
var optional: Int? = 4
if optional != nil { bump(&optional!) }
print(optional as Any)
func change(_ list: inout [Int], _ body: (inout Int) -> Void) { for i in list.indices { body(&list[i]) } }
change(&numbers) { $0 *= 2 }
print(numbers)
