// Published arrays and dictionaries of structs, changed in place; each change is one event.
import Combine

struct Item: Identifiable, Equatable { let id: Int; var isDone = false }
final class List: ObservableObject {
  @Published var items = [Item(id: 1), Item(id: 2)]
  @Published var names: [Int: String] = [:]
}
let list = List()
var changes = 0
let token = list.objectWillChange.sink { changes += 1 }
list.items[0].isDone.toggle()
list.items.append(Item(id: 3))
list.items.removeAll { $0.isDone }
list.names[1] = "one"
list.names[1, default: ""] += "!"
print(changes, list.items.map(\.id), list.names[1] as Any)
let counts = list.$items.map(\.count).removeDuplicates().sink { print("count", $0) }
list.items[0].isDone = true
list.items.removeLast()
_ = (token, counts)
