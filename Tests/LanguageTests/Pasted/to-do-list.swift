import SwiftUI
import Combine
import PlaygroundSupport

struct Todo: Identifiable { let id = UUID(); var title: String; var done = false }

final class TodoViewModel: ObservableObject {
  @Published var todos: [Todo] = []
  @Published var tint: Color = .blue
  @Published var open = 0
  private var bag = Set<AnyCancellable>()
  init() {
    $todos.map { $0.filter { !$0.done }.count }.assign(to: &$open)
    $open.map { $0 > 2 ? Color.red : .green }.sink { [weak self] in self?.tint = $0 }.store(in: &bag)
  }
}

struct TodoRow: View {
  @ObservedObject var model: TodoViewModel
  @State private var isEditing = false
  var body: some View {
    HStack { Text("hello").foregroundColor(model.tint) }
      .onAppear { print("x") }
  }
}

struct RoundStyle: ButtonStyle {
  func makeBody(configuration: Configuration) -> some View { configuration.label.padding() }
}
struct Shake: ViewModifier { func body(content: Content) -> some View { content } }
extension View { func shaken() -> some View { modifier(Shake()) } }
extension TodoRow { func helper() -> Int { 1 } }

struct TodoRow_Previews: PreviewProvider {
  static var previews: some View { TodoRow(model: TodoViewModel()) }
}
#Preview { TodoRow(model: TodoViewModel()) }

@main
struct TodoApp: App {
  @StateObject var m = TodoViewModel()
  var body: some Scene { WindowGroup { TodoRow(model: m) } }
}
PlaygroundPage.current.needsIndefiniteExecution = true
PlaygroundPage.current.setLiveView(TodoRow(model: TodoViewModel()))
let model = TodoViewModel()
model.todos.append(Todo(title: "buy bread"))
print(model.open, model.tint)
model.todos += ["wash", "cook", "read"].map { Todo(title: $0) }
print(model.open, model.tint)
