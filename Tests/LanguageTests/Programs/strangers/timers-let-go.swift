// A connected timer runs on when its connection is let go of, and ends when it is cancelled. Notifications describe themselves.
import Combine
import Foundation

func start() -> AnyCancellable {
  let timer = Timer.publish(every: 0.1, on: .main, in: .common)
  let token = timer.prefix(2).sink(receiveCompletion: { print($0) }, receiveValue: { _ in print("tick") })
  _ = timer.connect()
  return token
}
let token = start()
RunLoop.main.run(until: Date(timeIntervalSinceNow: 1))
let second = Timer.publish(every: 0.1, on: .main, in: .common)
let heard = second.sink { _ in print("second") }
second.connect().cancel()
RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.5))

struct Sender: CustomStringConvertible { var description: String { "sender" } }
let name = Notification.Name("changed")
print(Notification(name: name))
let whole = Notification(name: name, object: Sender(), userInfo: ["a": 1])
print(whole, whole.description, [whole])
let key: AnyHashable = "a"
print(key, [key], Optional(key) as Any, Set([AnyHashable(1)]))
