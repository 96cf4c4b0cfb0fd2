// Asking a server while somebody types: only settled text, every text once, only the newest answer.

import Combine
import Foundation

let usernameCheck = Program(
  "username check",
  prints: """
    asked for jonyive
    jonyive is free
    asked for page
    page is taken
    """
) { print in
  struct Service {
    let print: Transcript
    let queue: DispatchQueue

    func isAvailable(_ name: String) -> AnyPublisher<(String, Bool), Never> {
      Deferred {
        Future<(String, Bool), Never> { promise in
          print("asked for", name)
          promise(.success((name, name != "page")))
        }
      }
      .delay(for: .milliseconds(1), scheduler: queue)
      .eraseToAnyPublisher()
    }
  }

  let queue = DispatchQueue(label: "main")
  let service = Service(print: print, queue: queue)
  let username = PassthroughSubject<String, Never>()
  let settled = username.debounce(for: .milliseconds(100), scheduler: queue).share()
  let answers =
    settled
    .removeDuplicates()
    .map { service.isAvailable($0) }
    .switchToLatest()
    .handleEvents(receiveOutput: { name, isFree in print(name, isFree ? "is free" : "is taken") })
    .buffer(size: 10, prefetch: .byRequest, whenFull: .dropOldest)
  var answer = answers.values.makeAsyncIterator()
  var settling = settled.buffer(size: 10, prefetch: .byRequest, whenFull: .dropOldest).values.makeAsyncIterator()

  for text in ["j", "jo", "jon", "jony", "jonyi", "jonyiv", "jonyive"] { username.send(text) }
  _ = await (settling.next(), answer.next())
  // One letter more and back again: the settled text is the same, so nothing is asked.
  for text in ["jonyives", "jonyive"] { username.send(text) }
  _ = await settling.next()
  for text in ["p", "page"] { username.send(text) }
  _ = await (settling.next(), answer.next())
}
