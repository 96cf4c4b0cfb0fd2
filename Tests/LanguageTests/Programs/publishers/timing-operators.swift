// Values over time: delay, debounce, throttle by the clock of the main run loop; what comes when.
import Combine
import Foundation

var tokens = Set<AnyCancellable>()
let typed = PassthroughSubject<String, Never>()
typed.debounce(for: .milliseconds(60), scheduler: RunLoop.main).sink { print("searched", $0) }.store(in: &tokens)
Just("late").delay(for: 0.02, scheduler: RunLoop.main).sink { print($0) }.store(in: &tokens)
typed.send("d")
typed.send("du")
print("typed")
RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.4))
typed.send("dune")
typed.send(completion: .finished)
RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.3))
print("end")
