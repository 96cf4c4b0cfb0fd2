// A countdown that can be stopped and goes on where it was.
import Combine
import Foundation

class Countdown: ObservableObject {
  @Published private(set) var left = 0
  @Published private(set) var isOver = false
  private var ticking: AnyCancellable?

  func start(seconds: Int) {
    left = seconds
    isOver = false
    resume()
  }

  func stop() { ticking = nil }

  func resume() {
    ticking = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
      .prefix(left)
      .sink { [unowned self] _ in
        left -= 1
        isOver = left == 0
      }
  }
}

let countdown = Countdown()
