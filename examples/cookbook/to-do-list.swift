// A list of things to do, whose entries are changed one by one.
import Combine

struct Entry: Codable, Identifiable {
  var id: Int
  var title: String
  var isDone = false
}

class ToDoList: ObservableObject {
  @Published var entries: [Entry] = []
  @Published private(set) var left = 0

  init() { $entries.map { $0.filter { !$0.isDone }.count }.assign(to: &$left) }

  func add(title: String) -> Int {
    let id = (entries.map(\.id).max() ?? 0) + 1
    entries.append(Entry(id: id, title: title))
    return id
  }
}

let todo = ToDoList()
