// A class together with protocols as one type: parameters, arrays, weak references, casts, generic bounds.
protocol Tagged { var tag: Int { get } }
class Item {
  var size = 1
  func describe() -> String { "item of size \(size)" }
}
class Labelled: Item, Tagged { var tag = 7 }
func show(_ item: Item & Tagged) { print(item.size, item.tag, item.describe()) }
show(Labelled())
typealias TaggedItem = Item & Tagged
let list: [TaggedItem] = [Labelled(), Labelled()]
list[0].size = 4
print(list.map { $0.size + $0.tag })
weak var nobody: (Item & Tagged)?
print(nobody == nil)
class Holder {
  weak var other: (Item & Tagged)?
  var own: TaggedItem
  init(_ own: TaggedItem) { self.own = own }
}
let holder = Holder(Labelled())
holder.own.size = 9
holder.other = holder.own
print(holder.own.size, holder.other!.tag)
let item: Item = holder.own
let tagged: Tagged = holder.own
print(item.size, tagged.tag)
if let both = item as? Item & Tagged { print(both.tag) }
if let both = tagged as? TaggedItem { both.size = 2 }
print(item.size, Item() as? TaggedItem == nil)
func sum<T: Item & Tagged>(_ item: T) -> Int { item.size + item.tag }
print(sum(Labelled()))
protocol Shown where Self: Item { func show() }
extension Shown { func show() { print("shown", size) } }
class Tile: Item, Shown {}
let tile: Shown = Tile()
tile.show()
tile.size = 3
print(tile.size, (tile as Item).size)
protocol Sized: Item {}
class Plain: Item, Sized {}
func describe(_ sized: Sized) { print(sized.describe()) }
describe(Plain())
let plain: Item = Plain() as Sized
print(plain.size)
