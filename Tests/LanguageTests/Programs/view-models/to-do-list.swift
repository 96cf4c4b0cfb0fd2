// A to-do list: add, toggle, delete by offsets, filter, number of open items, one change per action.
import Combine

struct Task: Identifiable, Equatable {
  let id: Int
  var title: String
  var isDone = false
}
enum Filter: String, CaseIterable { case all, open, done }
final class ToDoList: ObservableObject {
  @Published var tasks: [Task] = []
  @Published var filter: Filter = .all
  @Published private(set) var visible: [Task] = []
  @Published private(set) var openCount = 0
  init(titles: [String] = []) {
    tasks = titles.enumerated().map { Task(id: $0.offset, title: $0.element) }
    $tasks.combineLatest($filter) { tasks, filter in
      switch filter {
      case .all: return tasks
      case .open: return tasks.filter { !$0.isDone }
      case .done: return tasks.filter(\.isDone)
      }
    }
    .assign(to: &$visible)
    $tasks.map { $0.filter { !$0.isDone }.count }.removeDuplicates().assign(to: &$openCount)
  }
  func add(_ title: String) { tasks.append(Task(id: (tasks.map(\.id).max() ?? 0) + 1, title: title)) }
  func toggle(_ task: Task) {
    guard let index = tasks.firstIndex(of: task) else { return }
    tasks[index].isDone.toggle()
  }
  func delete(at offsets: [Int]) {
    for offset in offsets.sorted(by: >) { tasks.remove(at: offset) }
  }
}
let list = ToDoList(titles: ["buy milk", "write code"])
var changes = 0
let token = list.objectWillChange.sink { changes += 1 }
let log = list.$visible.map { $0.map { ($0.isDone ? "☑︎ " : "☐ ") + $0.title } }.sink { print($0) }
list.add("sleep")
list.toggle(list.tasks[1])
list.filter = .open
list.filter = .done
print(list.openCount, Filter.allCases.map(\.rawValue))
list.filter = .all
list.delete(at: [0, 2])
print(changes, list.openCount)
