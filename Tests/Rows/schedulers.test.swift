// Where work runs, and in which order things are told.
import Combine
import Foundation

class Wifi: ObservableObject {
  @Published var isOn = false
  @Published var isConnected = false
  @Published var heardOnMain: Bool?
  var tokens: Set<AnyCancellable> = []
}
let wifi = Wifi()

// S098: where nothing else is said, values arrive where they were sent.
wifi.$isOn.dropFirst().sink { _ in wifi.heardOnMain = Thread.isMainThread }.store(in: &wifi.tokens)
wifi.isOn = true
#expect(wifi.heardOnMain == true)
var heard: Bool?
let subject = PassthroughSubject<Int, Never>()
let listening = subject.sink { _ in heard = Thread.isMainThread }
DispatchQueue.global(qos: .background).async { subject.send(1) }
:clock 0s
#expect(heard == false)

// S099: five seconds of work on another queue, and who hears of it where.
var log: [String] = []
func note(_ event: String) { log.append("\(event) \(Thread.isMainThread ? "main" : "off")") }
func performWork() -> AnyPublisher<Bool, Never> {
  note("performWork")
  return Deferred {
    Future<Bool, Never> { promise in
      note("Future start")
      sleep(5)
      note("Future finished")
      promise(.success(true))
    }
  }
  .eraseToAnyPublisher()
}
var tokens: Set<AnyCancellable> = []
func observed(_ work: AnyPublisher<Bool, Never>) -> AnyPublisher<Bool, Never> {
  work.handleEvents(
    receiveSubscription: { _ in note("receiveSubscription") }, receiveOutput: { _ in note("receiveOutput") },
    receiveCompletion: { _ in note("receiveCompletion") }, receiveRequest: { _ in note("receiveRequest") }
  )
  .map { value -> Bool in note("map 1"); return value }
  .map { value -> Bool in note("map 2"); return value }
  .eraseToAnyPublisher()
}
note("begin")
observed(performWork().subscribe(on: DispatchQueue.global()).eraseToAnyPublisher())
  .sink { _ in note("sink") }
  .store(in: &tokens)
note("end")
#expect(log == ["begin main", "performWork main", "end main"])
:clock 4999ms
#expect(log.last == "Future start off")
:clock 1ms
#expect(
  log == [
    "begin main", "performWork main", "end main", "Future start off", "Future finished off", "receiveSubscription off",
    "receiveRequest off", "receiveOutput off", "map 1 off", "map 2 off", "sink off", "receiveCompletion off",
  ])

// S099: with receive(on:) the sink is on main, and everything before it is not.
log = []
observed(performWork().subscribe(on: DispatchQueue.global()).eraseToAnyPublisher())
  .receive(on: DispatchQueue.main)
  .sink { _ in note("sink") }
  .store(in: &tokens)
:clock 5s
#expect(
  log == [
    "performWork main", "Future start off", "Future finished off", "receiveSubscription off", "receiveRequest off",
    "receiveOutput off", "map 1 off", "map 2 off", "receiveCompletion off", "sink main",
  ])

// S100: behind a debounce on a background queue everything is off main.
heard = nil
wifi.$isConnected.dropFirst()
  .debounce(for: .milliseconds(100), scheduler: DispatchQueue(label: "typing"))
  .sink { _ in heard = Thread.isMainThread }
  .store(in: &tokens)
wifi.isConnected = true
:clock 100ms
#expect(heard == false)

// S101: who sleeps keeps only itself waiting.
log = []
DispatchQueue.main.async {
  sleep(5)
  note("awake")
}
DispatchQueue.main.async { note("next") }
wifi.$isOn.dropFirst().sink { _ in note("toggled") }.store(in: &tokens)
:clock 0s
wifi.isOn = false
#expect(log.contains("toggled main"))
#expect(!log.contains("awake main"))
:clock 5s
#expect(log.contains("awake main"))

// S102: run loops and queues, with all five qualities, are the same executor.
var arrivals: [String] = []
Just("run loop").receive(on: RunLoop.main).sink { arrivals.append("\($0) \(Thread.isMainThread)") }.store(in: &tokens)
Just("main queue").receive(on: DispatchQueue.main).sink { arrivals.append("\($0) \(Thread.isMainThread)") }.store(in: &tokens)
for quality in [DispatchQoS.QoSClass.userInteractive, .userInitiated, .default, .utility, .background] {
  Just("global").receive(on: DispatchQueue.global(qos: quality)).sink { arrivals.append("\($0) \(Thread.isMainThread)") }
    .store(in: &tokens)
}
:clock 0s
#expect(arrivals == ["run loop true", "main queue true"] + Array(repeating: "global false", count: 5))
