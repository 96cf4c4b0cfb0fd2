// Aliases and extensions speak of each other, whatever their order.
typealias Other = Space.Sub
typealias Count = Numbers.N
typealias First = Second
typealias Second = [Third]
typealias Third = Int
typealias Table = Space.Deep.Inner

class Derived: Other { override var name: String { "derived" } }

extension Shape.Side { func doubled() -> Count { length * 2 } }
extension Shape { struct Side { var length: Count } }
struct Shape {}

extension Alias { struct Made { var text = "made" } }
typealias Alias = Target
struct Target {}
typealias All = [Alias.Made]

extension Space {
  class Sub { var name: String { "sub" } }
  struct Deep {}
}
extension Space.Deep { struct Inner { var value: Element } }
extension Space.Deep { typealias Element = Count }
enum Space {}

struct Numbers { typealias N = Int }
struct Box<T> { typealias List = [T] }
typealias Names = Box<String>.List

print(Other().name, Derived().name, Shape.Side(length: 4).doubled())
let list: First = [1, 2]
let all: All = [Alias.Made()]
let names: Names = ["a"]
print(list, all[0].text, names, Table(value: 3).value)
