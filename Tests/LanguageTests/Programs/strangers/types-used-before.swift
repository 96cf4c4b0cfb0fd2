// View models stand before the models whose associated types they speak of.
import Combine

final class ListModel: ObservableObject {
  @Published var items = Item.samples
  @Published var selection: Set<Item.ID> = []
  @Published var current: Item.ID?
  var details: Detail.State?
  enum Order: Int, CaseIterable { case up, down }
  func pick(_ id: Item.ID) -> Item? { items.first { $0.id == id } }
  func toggle(_ id: Item.ID) { if selection.remove(id) == nil { selection.insert(id) } }
  lazy var publisher: AnyPublisher<[Item.ID], Never> = $items.map { $0.map(\.id) }.eraseToAnyPublisher()
}
struct Item: Identifiable, Equatable {
  let id: String
  static var samples: [Item] { [Item(id: "a"), Item(id: "b")] }
}
final class Detail: Screen {
  @Published var state = Texts(title: "t")
  struct Texts { var title: String }
}
protocol Screen: ObservableObject {
  associatedtype State
  var state: State { get }
}
let list = ListModel()
list.toggle("b")
list.current = list.pick("a")?.id
list.details = Detail.State(title: "x")
print(list.selection, list.current ?? "-", list.details?.title ?? "-", ListModel.Order.allCases.count)
let token = list.publisher.sink { print($0) }
func inside() {
  struct First { var id: Second.ID }
  struct Second: Identifiable { let id = 3 }
  print(First(id: Second().id))
}
inside()
