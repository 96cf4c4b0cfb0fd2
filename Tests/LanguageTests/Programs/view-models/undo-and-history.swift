// A history of a document from its publisher: scan keeps the states, undo goes back without recording.
import Combine

struct Document: Equatable {
  var title = "untitled"
  var lines: [String] = []
}
final class Editor: ObservableObject {
  @Published var document = Document()
  @Published private(set) var canUndo = false
  private var history: [Document] = []
  private var isUndoing = false
  private var cancellables: Set<AnyCancellable> = []
  init() {
    $document
      .removeDuplicates()
      .scan((old: Document?.none, new: Document?.none)) { (old: $0.new, new: $1) }
      .compactMap(\.old)
      .sink { [unowned self] old in
        guard !isUndoing else { return }
        history.append(old)
        canUndo = true
      }
      .store(in: &cancellables)
  }
  func undo() {
    guard let last = history.popLast() else { return }
    isUndoing = true
    defer { isUndoing = false }
    document = last
    canUndo = !history.isEmpty
  }
}
let editor = Editor()
let log = editor.$document.map { "\($0.title) \($0.lines)" }.sink { print($0) }
editor.document.title = "Letter"
editor.document.lines.append("Dear Ann,")
editor.document.lines[0] += " hello"
editor.undo()
editor.undo()
print(editor.canUndo)
editor.undo()
editor.undo()
print(editor.canUndo, editor.document == Document())
