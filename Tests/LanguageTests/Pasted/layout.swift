// What only views need is skipped with them: grids, paddings, coordinators that hold a controller, controls as publishers.
import SwiftUI
import UIKit

let columns = [GridItem(.adaptive(minimum: 80)), GridItem(.flexible())]
let padding: EdgeInsets = EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
private let alignment: HorizontalAlignment = .leading

enum Theme {
  static let grid: [GridItem] = [GridItem(.fixed(40))]
  static let spacing: CGFloat = 8
  static let title: Font = .title
}

protocol Coordinator: AnyObject {
  var navigationController: UINavigationController { get }
  func start()
}

final class AppCoordinator: Coordinator {
  var navigationController: UINavigationController
  init(navigationController: UINavigationController) { self.navigationController = navigationController }
  func start() { navigationController.pushViewController(HomeController(), animated: true) }
}

struct ControlPublisher<Control: UIControl>: Publisher {
  typealias Output = Control
  typealias Failure = Never
  let control: Control
  func receive<S: Subscriber>(subscriber: S) where S.Input == Control, S.Failure == Never {}
}

// Its superclass comes further down.
final class HomeController: BaseController { var model = Model() }
class BaseController: UIViewController {}

extension NSNotification.Name { static let changed = NSNotification.Name("changed") }

final class Model: ObservableObject {
  let columns = [GridItem(.flexible())]
  @Published var count = 0
  private var tokens: Set<AnyCancellable> = []

  init() {
    NotificationCenter.default.publisher(for: .changed).sink { [unowned self] _ in count += 1 }.store(in: &tokens)
  }
}

struct Gallery: View {
  @StateObject var model = Model()
  var body: some View { LazyVGrid(columns: columns) { Text("\(model.count)") } }
}

let model = Model()
NotificationCenter.default.post(name: NSNotification.Name.changed, object: nil)
print(model.count, Theme.spacing)
