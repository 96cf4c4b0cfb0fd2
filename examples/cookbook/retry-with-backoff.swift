// Ask a server that is busy at times: again after 1 s, 2 s, 4 s … and at most five times. What a pause cannot cure, a 404 say,
// is not asked again.
import Combine
import Foundation

class Timetable: ObservableObject {
  @Published private(set) var next = ""
  @Published private(set) var problem = ""

  func refresh() {
    problem = ""
    URLSession.shared.dataTaskPublisher(for: URL(string: "https://trains.example/next")!)
      .checkedData()
      .retry(5, backoff: .exponential(.seconds(1), factor: 2, maximum: .seconds(30)))
      .map { String(decoding: $0, as: UTF8.self) }
      .catch { [unowned self] error in
        problem = "No timetable: \(error)"
        return Empty<String, Never>()
      }
      .assign(to: &$next)
  }
}

let timetable = Timetable()
