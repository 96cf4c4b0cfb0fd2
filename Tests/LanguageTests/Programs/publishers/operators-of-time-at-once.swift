// Schedulers that do everything at once: receive(on:), subscribe(on:), delay, debounce, throttle, measureInterval, collect by time.
import Combine

let scheduler = ImmediateScheduler.shared
let subject = PassthroughSubject<Int, Never>()
var tokens = Set<AnyCancellable>()
subject.receive(on: scheduler).sink { print("receive", $0) }.store(in: &tokens)
subject.delay(for: 5, scheduler: scheduler).sink { print("delay", $0) }.store(in: &tokens)
subject.debounce(for: .seconds(1), scheduler: scheduler).sink { print("debounce", $0) }.store(in: &tokens)
subject.throttle(for: 1, scheduler: scheduler, latest: true).sink { print("throttle", $0) }.store(in: &tokens)
subject.measureInterval(using: scheduler).sink { print("interval", $0.magnitude) }.store(in: &tokens)
subject.send(1)
subject.send(2)
Just("x").subscribe(on: scheduler).sink { print($0) }.store(in: &tokens)
scheduler.schedule { print("now") }
scheduler.schedule(after: scheduler.now.advanced(by: 10)) { print("also now") }
[1, 2, 3].publisher.collect(.byTimeOrCount(scheduler, 1, 2)).sink { print($0) }.store(in: &tokens)
