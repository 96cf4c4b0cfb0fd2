// A list with actions by element: toggle, delete by id, move, insert at the top, sections by a key.
import Combine
import Foundation

struct Item: Identifiable, Equatable {
  let id: Int
  var title: String
  var isRead = false
  var kind: String
}
final class ItemsViewModel: ObservableObject {
  @Published var items = [
    Item(id: 1, title: "Apple", isRead: true, kind: "fruit"), Item(id: 2, title: "Leek", kind: "vegetable"),
    Item(id: 3, title: "Pear", kind: "fruit"),
  ]
  func toggleRead(_ item: Item) {
    guard let index = items.firstIndex(where: { $0.id == item.id }) else { return }
    items[index].isRead.toggle()
  }
  func delete(id: Item.ID) { items.removeAll { $0.id == id } }
  func move(from source: Int, to destination: Int) {
    let item = items.remove(at: source)
    items.insert(item, at: destination > source ? destination - 1 : destination)
  }
  var sections: [(title: String, items: [Item])] {
    Dictionary(grouping: items, by: \.kind)
      .sorted { $0.key < $1.key }
      .map { (title: $0.key.capitalized, items: $0.value) }
  }
}
let model = ItemsViewModel()
var changes = 0
let token = model.objectWillChange.sink { changes += 1 }
for (title, items) in model.sections { print(title, items.map(\.title), "\(items.count) entries") }
model.toggleRead(model.items[0])
model.toggleRead(Item(id: 99, title: "", kind: ""))
model.move(from: 0, to: 3)
print(model.items.map(\.title), model.items.map(\.isRead), changes)
model.delete(id: 2)
model.delete(id: 77)
model.items.insert(Item(id: 4, title: "Plum", kind: "fruit"), at: 0)
model.items[0].title += "s"
print(model.items.map(\.title), changes, model.sections.count)
