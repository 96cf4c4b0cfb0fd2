// An alarm when nothing happens: a job says that it is alive, and when it has not for a minute, that is told.
import Combine
import Foundation

class Heartbeat: ObservableObject {
  @Published private(set) var beats = 0
  @Published private(set) var isSilent = false

  init() {
    let alive = $beats.map { _ in false }
    let silent = $beats.debounce(for: .seconds(60), scheduler: DispatchQueue.main).map { _ in true }
    alive.merge(with: silent).removeDuplicates().assign(to: &$isSilent)
  }

  func beat() { beats += 1 }
}

let heartbeat = Heartbeat()
