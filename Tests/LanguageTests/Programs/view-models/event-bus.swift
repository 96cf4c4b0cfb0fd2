import Foundation
import Combine

protocol Event {}
struct UserLoggedIn: Event { let name: String }
struct CartChanged: Event, Equatable { var items: Int }
final class EventBus {
  static let `default` = EventBus()
  private let subject = PassthroughSubject<any Event, Never>()
  func post(_ event: some Event) { subject.send(event) }
  func on<E: Event>(_ type: E.Type = E.self) -> AnyPublisher<E, Never> {
    subject.compactMap { $0 as? E }.eraseToAnyPublisher()
  }
}
extension Notification.Name {
  static let sessionExpired = Notification.Name("sessionExpired"); static let tick = Self(rawValue: "tick")
}
final class Session: ObservableObject {
  @Published private(set) var user: String?
  @Published private(set) var badge = 0
  var isLoggedIn: Bool { user != nil }
  private var bag: [AnyCancellable] = []
  private var token: NSObjectProtocol?
  init(bus: EventBus = .default, center: NotificationCenter = .default) {
    bus.on(UserLoggedIn.self).map(\.name).map(Optional.init).assign(to: &$user)
    bus.on().map { (e: CartChanged) in e.items }.removeDuplicates().assign(to: &$badge)
    center.publisher(for: .sessionExpired)
      .compactMap { $0.userInfo?["reason"] as? String }
      .sink { [weak self] in
        print("expired:", $0); self?.user = nil
      }
      .store(in: &bag)
    token = center.addObserver(forName: .tick, object: nil, queue: nil) { note in
      print("tick", note.object as? Int ?? -1)
    }
  }
  deinit { token.map(NotificationCenter.default.removeObserver); print("session gone") }
}
var session: Session? = Session()
let c = session!.objectWillChange.sink { print("will change") }
EventBus.default.post(UserLoggedIn(name: "Ann"))
EventBus.default.post(CartChanged(items: 2)); EventBus.default.post(CartChanged(items: 2))
print(session!.user!, session!.badge, session!.isLoggedIn)
NotificationCenter.default.post(name: .tick, object: 7)
NotificationCenter.default.post(name: .sessionExpired, object: nil, userInfo: ["reason": "timeout", "code": 401])
print(session?.isLoggedIn ?? true)
let events: [any Event] = [UserLoggedIn(name: "x"), CartChanged(items: 1)]
for event in events {
  switch event {
  case let login as UserLoggedIn: print("login", login.name)
  case is CartChanged: print("cart")
  default: break
  }
}
print(events.compactMap { $0 as? CartChanged }, events.contains { $0 is UserLoggedIn }, type(of: events[0]))
weak var gone = session
session = nil
NotificationCenter.default.post(name: .tick, object: 8)
print(gone == nil)
