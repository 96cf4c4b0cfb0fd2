// Focus as state: insert after the focused row, no second empty row, the enum's own none.
import Combine

enum Focusable: Hashable { case none, row(id: Int) }
struct Row: Identifiable, Equatable {
  let id: Int
  var text = ""
}
final class ListModel: ObservableObject {
  @Published var rows: [Row]
  @Published var focused: Focusable?
  private var previous: Focusable?
  private var nextID = 10
  private var bag = Set<AnyCancellable>()
  init(_ texts: [String]) {
    rows = texts.enumerated().map { Row(id: $0.offset, text: $0.element) }
    $focused
      .removeDuplicates()
      .compactMap { [weak self] focus -> Int? in
        defer { self?.previous = focus }
        guard focus != nil, case .row(let id) = self?.previous else { return nil }
        return id
      }
      .sink { [weak self] id in
        self?.rows.removeAll { $0.id == id && $0.text.isEmpty }
      }
      .store(in: &bag)
  }
  func newRow() {
    guard case .row(let id) = focused, let index = rows.firstIndex(where: { $0.id == id }) else {
      rows.append(Row(id: nextID))
      focused = .row(id: nextID)
      nextID += 1
      return
    }
    if rows[index].text.isEmpty {
      focused = Focusable.none
      return
    }
    rows.insert(Row(id: nextID), at: index + 1)
    focused = .row(id: nextID)
    nextID += 1
  }
}
let model = ListModel(["one", "two"])
func show() { print(model.rows.map { "\($0.id):\($0.text)" }, String(describing: model.focused), model.focused == nil) }
show()
model.focused = .row(id: 0)
model.newRow()
show()
model.newRow()
show()
model.focused = nil
model.newRow()
model.rows[model.rows.count - 1].text = "three"
model.focused = .row(id: 0)
show()
