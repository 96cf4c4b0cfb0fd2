// How full the disk is, as a property: a command is run at once and then once a minute, and its output is read.
import Combine
import Foundation

class Disk: ObservableObject {
  @Published private(set) var percent = 0
  @Published private(set) var isFull = false

  init() {
    Timer.publish(every: 60, on: .main, in: .common).autoconnect()
      .prepend(Date())
      .flatMap(maxPublishers: .max(1)) { _ in
        Command("df", "--output=pcent", "/").lines.catch { _ in Empty<String, Never>() }
      }
      .compactMap { Int($0.filter(\.isNumber)) }
      .removeDuplicates()
      .assign(to: &$percent)
    $percent.map { $0 > 90 }.assign(to: &$isFull)
  }
}

let disk = Disk()
