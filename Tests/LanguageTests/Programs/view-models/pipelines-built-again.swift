// A computed publisher is built for each use, a lazy one once, a shared one works once per value.
import Combine

final class Model: ObservableObject {
  @Published var name = ""
  var checks = 0
  var built = 0
  var computed: AnyPublisher<Bool, Never> {
    built += 1
    return $name.map { self.check($0) }.eraseToAnyPublisher()
  }
  lazy var once: AnyPublisher<Bool, Never> = {
    built += 1
    return $name.map { self.check($0) }.eraseToAnyPublisher()
  }()
  lazy var shared: AnyPublisher<Bool, Never> = $name.map { self.check($0) }.share().eraseToAnyPublisher()
  private func check(_ name: String) -> Bool {
    checks += 1
    return name.count > 2
  }
}
func run(_ title: String, _ publisher: (Model) -> AnyPublisher<Bool, Never>) {
  let model = Model()
  let tokens = (1...3).map { _ in publisher(model).sink { _ in } }
  model.name = "ann"
  print(title, "built \(model.built), checks \(model.checks), subscribers \(tokens.count)")
}
run("computed") { $0.computed }
run("lazy") { $0.once }
run("shared") { $0.shared }
