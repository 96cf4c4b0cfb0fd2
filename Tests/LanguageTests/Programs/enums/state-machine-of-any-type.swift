import Combine
import Foundation

protocol StateType: Equatable {
  associatedtype Event
  mutating func handle(_ event: Event) throws
  static var initial: Self { get }
}
struct IllegalTransition<S: StateType>: Error, CustomStringConvertible {
  let from: S
  let event: S.Event
  var description: String { "cannot \(event) while \(from)" }
}
enum Player: StateType {
  case stopped
  case playing(track: Int, position: TimeInterval)
  case paused(track: Int, position: TimeInterval)
  case buffering(progress: Double, then: Int)

  enum Event { case play(Int), pause, resume, stop, progress(Double), seek(to: TimeInterval) }
  static let initial = Player.stopped

  mutating func handle(_ event: Event) throws {
    switch (self, event) {
    case (.stopped, .play(let t)), (.paused, .play(let t)):
      self = .buffering(progress: 0, then: t)
    case let (.buffering(_, then: t), .progress(p)) where p >= 1:
      self = .playing(track: t, position: 0)
    case let (.buffering(_, t), .progress(p)):
      self = .buffering(progress: p, then: t)
    case let (.playing(track, position), .pause):
      self = .paused(track: track, position: position)
    case let (.paused(track, position), .resume):
      self = .playing(track: track, position: position)
    case (.playing(let track, _), .seek(let to)): self = .playing(track: track, position: to)
    case (_, .stop): self = .stopped
    default: throw IllegalTransition(from: self, event: event)
    }
  }
  var isActive: Bool { if case .stopped = self { false } else { true } }
}
final class Machine<S: StateType>: ObservableObject {
  @Published private(set) var state: S = .initial
  let errors = PassthroughSubject<any Error, Never>()
  private var observers: [(S, S) -> Void] = []
  func onTransition(_ f: @escaping (_ from: S, _ to: S) -> Void) { observers.append(f) }
  @discardableResult
  func send(_ event: S.Event) -> Bool {
    var copy = state
    do {
      try copy.handle(event)
    } catch {
      errors.send(error)
      return false
    }
    let old = state
    guard copy != old else { return true }
    state = copy
    observers.forEach { $0(old, copy) }
    return true
  }
  var publisher: some Publisher<S, Never> { $state.dropFirst() }
}
let m = Machine<Player>()
var set = Set<AnyCancellable>()
m.errors.sink { print("!", $0) }.store(in: &set)
m.publisher.map(\.isActive).removeDuplicates().sink { print("active:", $0) }.store(in: &set)
m.onTransition { from, to in print(from, "->", to) }
let script: [Player.Event] = [
  .pause, .play(3), .progress(0.5), .progress(1), .seek(to: 12.5), .pause, .play(4), .resume, .stop,
]
let results = script.map { m.send($0) }
print(results.filter { !$0 }.count, "refused")
extension Machine where S == Player {
  var track: Int? {
    switch state {
    case .playing(let t, _), .paused(track: let t, position: _), .buffering(_, let t): return t
    case .stopped: return nil
    }
  }
}
m.send(.play(7))
print(m.track ?? -1)
do { var s = Player.stopped; try s.handle(.resume) } catch let e as IllegalTransition<Player> { print(e.from, e.event) }
