// A source that never stops talking: show its newest value once a second, and the highest of each minute.
import Combine
import Foundation

class Load: ObservableObject {
  @Published var now = 0
  @Published private(set) var shown = 0
  @Published private(set) var peak = 0

  init() {
    $now
      .throttle(for: .seconds(1), scheduler: DispatchQueue.main, latest: true)
      .assign(to: &$shown)
    $now
      .collect(.byTime(DispatchQueue.main, .seconds(60)))
      .map { $0.max() ?? 0 }
      .assign(to: &$peak)
  }
}

let load = Load()
