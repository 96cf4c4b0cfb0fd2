// Follows a log, keeps the last error and how many there were within a minute, and raises an alarm at the third.
import Combine
import Foundation

class ErrorWatch: ObservableObject {
  @Published var lastError = ""
  @Published var perMinute = 0
  private var alarms: AnyCancellable?

  init(log: String) {
    let errors = File(log).newLines.filter { $0.contains("ERROR") }.share()
    errors.assign(to: &$lastError)
    errors
      .scan([Date]()) { recent, _ in recent.filter { $0.timeIntervalSinceNow > -60 } + [Date()] }
      .map { $0.count }
      .assign(to: &$perMinute)
    alarms = $perMinute.filter { $0 == 3 }.sink { [unowned self] count in
      run("notify-send", "\(count) errors within a minute", lastError)
    }
  }
}

let watch = ErrorWatch(log: "app.log")
