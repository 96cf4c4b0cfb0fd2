import Combine

enum Route: Hashable {
  case home
  case detail(id: Int)
  indirect case sheet(Route)
  case settings(section: String? = nil)
}
protocol Coordinator: AnyObject {
  var children: [any Coordinator] { get set }
  var onFinish: (() -> Void)? { get set }
  func start()
}
extension Coordinator {
  func add(_ child: some Coordinator) {
    children.append(child)
    child.onFinish = { [weak self, weak child] in
      guard let self, let child else { return }
      self.children.removeAll { $0 === child }
      print("\(type(of: child)) finished, \(self.children.count) left")
    }
    child.start()
  }
  func finish() { onFinish?() }
}
final class Router: ObservableObject {
  @Published var path: [Route] = []
  func push(_ route: Route) { path.append(route) }
  @discardableResult func pop() -> Route? { path.popLast() }
  func popToRoot() { path.removeAll(keepingCapacity: true) }
  var depth: Int { path.count }
}
final class AppCoordinator: Coordinator {
  var children: [any Coordinator] = []
  var onFinish: (() -> Void)?
  let router = Router()
  func start() { router.push(.home) }
  func open(_ url: String) -> Bool {
    let parts = url.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    switch parts.first {
    case "item"?:
      guard parts.count == 2, let id = Int(parts[1]) else { return false }
      router.push(.detail(id: id))
    case .some("settings"):
      router.push(.settings(section: parts.dropFirst().first))
    case .some(let other):
      print("no route for", other)
      return false
    case nil:
      router.popToRoot()
    }
    return true
  }
}
final class Onboarding: Coordinator {
  var children: [any Coordinator] = []
  var onFinish: (() -> Void)?
  private var steps = ["welcome", "permissions", "done"].makeIterator()
  func start() { next() }
  func next() {
    if let step = steps.next() { print("step", step) } else { finish() }
  }
  deinit { print("onboarding gone") }
}
let app = AppCoordinator()
let watch = app.router.$path
  .map { $0.last }
  .sink { route in
    switch route {
    case .none: print("-> empty")
    case .home?: print("-> home")
    case .detail(id: 0...9)?: print("-> a small detail")
    case .detail(let id)?: print("-> detail \(id)")
    case .sheet(.detail)?: print("-> a detail in a sheet")
    case .sheet(let inner)?: print("-> sheet of \(inner)")
    case .settings(section: nil)?: print("-> settings")
    case .settings(let section?)?: print("-> settings/\(section)")
    }
  }
app.start()
_ = app.open("/item/7"); _ = app.open("item/70/")
print(app.open("item/x"), app.open("nowhere"), app.open("settings"), app.open("settings/audio"))
app.router.push(.sheet(.detail(id: 1)))
app.router.push(.sheet(.sheet(.home)))
app.router.pop()
print(app.router.depth, Set(app.router.path).count)
print(app.open("/"))
do {
  let onboarding = Onboarding()
  app.add(onboarding)
  onboarding.next()
  onboarding.next()
  onboarding.next()
}
print(app.children.isEmpty)
