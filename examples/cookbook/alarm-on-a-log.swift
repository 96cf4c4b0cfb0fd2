// The errors that a log has got within the last minute; at the third, an alarm is written.
import Combine
import Foundation

class LogAlarm: ObservableObject {
  @Published private(set) var recentErrors = 0
  private var alarms: AnyCancellable?

  init() {
    let errors = File("app.log").newLines.filter { $0.contains("ERROR") }.share()
    // One more now, and one less a minute later.
    let added = errors.map { _ in 1 }
    let removed = errors.delay(for: .seconds(60), scheduler: DispatchQueue.main).map { _ in -1 }
    added.merge(with: removed).scan(0, +).assign(to: &$recentErrors)

    alarms = $recentErrors.filter { $0 == 3 }.sink { count in
      File("alarms.log").append("\(count) errors within a minute")
    }
  }
}

let logAlarm = LogAlarm()
