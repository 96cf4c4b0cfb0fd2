// Timers, notifications, network, coders and queues.

import Combine
import CombineTesting
import Foundation
import Synchronization
import Testing

@Suite(.leavesNothing) struct TimerPublisherTests {
  /// Runs the current run loop until `isDone`, for ten seconds at most.
  private func run(until isDone: () -> Bool) {
    let end = Date(timeIntervalSinceNow: 10)
    while !isDone(), Date() < end { _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001)) }
  }

  @Test func disconnectingLetsTheSubscribersGo() {
    final class Token {}
    weak var token: Token?
    let timer = Timer.publish(every: 60, on: .current, in: .default)
    do {
      let captured = Token()
      token = captured
      timer.subscribe(
        AnySubscriber(
          receiveSubscription: { $0.request(.unlimited) },
          receiveValue: { _ in withExtendedLifetime(captured) { .none } }))
    }
    let connection = timer.connect()
    #expect(token != nil)
    connection.cancel()
    #expect(token == nil)
  }

  @Test func ticksForEverySubscriberInOrder() {
    var log: [String] = []
    let timer = Timer.publish(every: 0.001, on: .current, in: .default)
    let first = timer.sink { _ in log.append("a") }
    let second = timer.sink { _ in log.append("b") }
    #expect(log.isEmpty)
    let connection = timer.connect()
    run { log.count >= 6 }
    #expect(log.prefix(6) == ["a", "b", "a", "b", "a", "b"])
    connection.cancel()
    let count = log.count
    RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.005))
    #expect(log.count == count)
    withExtendedLifetime((first, second)) {}
  }

  @Test func eachSubscriberHasItsOwnDemand() {
    let timer = Timer.publish(every: 0.001, tolerance: 0.1, on: .current, in: .default)
    #expect(timer.tolerance == 0.1)
    let one = RecordingSubscriber<Date, Never>(demand: .max(1))
    let all = RecordingSubscriber<Date, Never>()
    timer.subscribe(one)
    timer.subscribe(all)
    one.request(.none)
    let connection = timer.connect()
    run { all.values.count >= 3 }
    #expect(one.values.count == 1)
    #expect(all.transcript.first == "subscription Timer")
    connection.cancel()
  }

  @Test func lastSubscriberStopsAnAutoconnectedTimer() {
    var count = 0
    weak var publisher: Timer.TimerPublisher?
    do {
      let timer = Timer.publish(every: 0.001, on: .current, in: .default)
      publisher = timer
      let cancellable = timer.autoconnect().sink { _ in count += 1 }
      run { count >= 2 }
      cancellable.cancel()
    }
    let before = count
    RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.005))
    #expect(count == before)
    #expect(publisher == nil)
  }
}

@Suite(.leavesNothing) struct NotificationCenterTests {
  private let name = Notification.Name("something happened")

  @Test func deliversInSubscriptionOrder() {
    let center = NotificationCenter()
    var log: [Int] = []
    let cancellables = (0..<20).map { index in center.publisher(for: name).sink { _ in log.append(index) } }
    center.post(name: name, object: nil)
    #expect(log == Array(0..<20))
    cancellables[3].cancel()
    log = []
    center.post(name: name, object: nil)
    #expect(log == Array(0..<20).filter { $0 != 3 })
    withExtendedLifetime(cancellables) {}
  }

  @Test func filtersByNameAndObject() {
    let center = NotificationCenter()
    let (mine, other) = (NSObject(), NSObject())
    let subscriber = RecordingSubscriber<Notification, Never>(demand: .max(2))
    center.publisher(for: name, object: mine).subscribe(subscriber)
    center.post(name: Notification.Name("else"), object: mine)
    center.post(name: name, object: other)
    center.post(name: name, object: nil)
    center.post(name: name, object: mine, userInfo: ["key": 1])
    center.post(name: name, object: mine)
    center.post(name: name, object: mine)
    // What was filtered out did not use the demand up.
    #expect(subscriber.values.count == 2)
    #expect(subscriber.values.first?.userInfo?["key"] as? Int == 1)
    #expect(subscriber.transcript.first == "subscription NotificationCenter Observer")
    subscriber.cancel()
  }

  @Test func observesAtOnceAndLosesWhatIsNotWanted() {
    let center = NotificationCenter()
    let subscriber = RecordingSubscriber<Notification, Never>(demand: .none)
    center.publisher(for: name).subscribe(subscriber)
    center.post(name: name, object: nil)
    subscriber.request(.none)
    subscriber.request(.max(1))
    #expect(subscriber.values.isEmpty)
    center.post(name: name, object: nil)
    #expect(subscriber.values.count == 1)
    subscriber.cancel()
  }

  @Test func keepsTheCentreUntilCancelledAndReleasesTheSubscriber() {
    weak var center: NotificationCenter?
    weak var subscriber: RecordingSubscriber<Notification, Never>?
    do {
      let made = NotificationCenter()
      let recorder = RecordingSubscriber<Notification, Never>()
      made.publisher(for: name).subscribe(recorder)
      center = made
      subscriber = recorder
    }
    #expect(center != nil && subscriber != nil)
    subscriber?.cancel()
    subscriber?.cancel()
    #expect(center == nil && subscriber == nil)
  }

  @Test func postsFromInsideReachEverybodyFirst() {
    let center = NotificationCenter()
    var log: [String] = []
    let first = center.publisher(for: name).sink { notification in
      log.append("a\(notification.object ?? "")")
      if notification.object as? Int == 1 { center.post(name: self.name, object: 2) }
    }
    let second = center.publisher(for: name).sink { log.append("b\($0.object ?? "")") }
    center.post(name: name, object: 1)
    #expect(log == ["a1", "a2", "b2", "b1"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func equalWhenTheSameIsMeant() {
    let (center, object) = (NotificationCenter(), NSObject())
    #expect(center.publisher(for: name) == center.publisher(for: name))
    #expect(center.publisher(for: name) != center.publisher(for: name, object: object))
    #expect(center.publisher(for: name) != NotificationCenter().publisher(for: name))
  }
}

/// Answers requests without a network: `/data`, `/empty`, `/fail`; anything else never.
private final class StubProtocol: URLProtocol {
  /// Requests under way, and those that ever were. (Asking the session for its tasks crashes in Foundation now and then
  /// while one of them ends.)
  static let loads = Mutex(Loads())
  struct Loads {
    var started = 0
    var running = 0
  }

  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url, let client else { return }
    let response = HTTPURLResponse(url: url, statusCode: 404, httpVersion: nil, headerFields: nil)!
    switch url.path {
    case "/data":
      client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      client.urlProtocol(self, didLoad: Data("hello".utf8))
      client.urlProtocolDidFinishLoading(self)
    case "/empty":
      client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      client.urlProtocolDidFinishLoading(self)
    case "/fail":
      client.urlProtocol(self, didFailWithError: URLError(.timedOut))
    default:
      Self.loads.withLock {
        $0.started += 1
        $0.running += 1
      }
    }
  }

  override func stopLoading() {
    if request.url?.path == "/never" { Self.loads.withLock { $0.running -= 1 } }
  }
}

@Suite(.leavesNothing) struct DataTaskPublisherTests {
  private let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [StubProtocol.self]
    return URLSession(configuration: configuration)
  }()

  private func publisher(_ path: String) -> URLSession.DataTaskPublisher {
    session.dataTaskPublisher(for: URL(string: "http://stub\(path)")!)
  }

  @Test func deliversDataAndResponse() async throws {
    var seen: [(Data, URLResponse)] = []
    for try await output in publisher("/data").values { seen.append(output) }
    #expect(seen.count == 1)
    #expect(seen.first?.0 == Data("hello".utf8))
    #expect((seen.first?.1 as? HTTPURLResponse)?.statusCode == 404)
    for try await output in publisher("/empty").values { #expect(output.data.isEmpty) }
  }

  @Test func failsWithURLError() async {
    let error = await #expect(throws: URLError.self) {
      for try await _ in publisher("/fail").values {}
    }
    #expect(error?.code == .timedOut)
  }

  @Test func startsAtTheFirstRequestAndCancels() async throws {
    let subscriber = RecordingSubscriber<URLSession.DataTaskPublisher.Output, URLError>(demand: .none)
    publisher("/never").subscribe(subscriber)
    // A later request of the same session: whatever the publisher had begun would have been seen by its end.
    for try await _ in publisher("/data").values {}
    #expect(StubProtocol.loads.withLock { $0.started } == 0)
    subscriber.request(.max(1))
    subscriber.request(.max(1))
    while StubProtocol.loads.withLock({ $0.running }) == 0 { await Task.yield() }
    #expect(subscriber.transcript == ["subscription DataTaskPublisher"])
    subscriber.cancel()
    while StubProtocol.loads.withLock({ $0.running }) > 0 { await Task.yield() }
    #expect(StubProtocol.loads.withLock { $0.started } == 1)
    #expect(subscriber.completions.isEmpty)
  }

  @Test func requestForNothingTraps() async {
    await #expect(processExitsWith: .failure) {
      URLSession.shared.dataTaskPublisher(for: URL(string: "http://stub")!)
        .subscribe(
          AnySubscriber<URLSession.DataTaskPublisher.Output, URLError>(receiveSubscription: { $0.request(.none) }))
    }
  }
}

@Suite(.leavesNothing) struct CodingTests {
  private struct Point: Codable, Equatable {
    var x: Int
    var y: Int
  }

  @Test func thereAndBack() {
    let points = [Point(x: 1, y: 2), Point(x: 3, y: 4)]
    let json = points.publisher.encode(encoder: JSONEncoder()).decode(type: Point.self, decoder: JSONDecoder())
    #expect(values(json) == points)
    let list = points.publisher.encode(encoder: PropertyListEncoder())
      .decode(type: Point.self, decoder: PropertyListDecoder())
    #expect(values(list) == points)
  }

  @Test func errorCancelsTheUpstreamFirst() {
    let upstream = ManualPublisher<Data, Never>()
    let subscriber = RecordingSubscriber<Point, any Error>()
    var cancelsAtFailure = 0
    subscriber.onCompletion = { _ in cancelsAtFailure = upstream.cancelCount }
    upstream.decode(type: Point.self, decoder: JSONDecoder()).subscribe(subscriber)
    upstream.send(Data("{}".utf8))
    #expect(cancelsAtFailure == 1)
    #expect(subscriber.transcript.first == "subscription Decode")
    #expect(subscriber.completions.count == 1)
  }

  @Test func valueBeforeTheSubscriptionIsCoded() {
    let upstream = ManualPublisher<Int, Never>(subscribesAtOnce: false)
    let subscriber = RecordingSubscriber<Data, any Error>(demandForValue: { _ in .max(3) })
    upstream.encode(encoder: JSONEncoder()).subscribe(subscriber)
    #expect(upstream.send(7) == .max(3))
    #expect(subscriber.values == [Data("7".utf8)])
  }
}

@Suite(.leavesNothing) struct OperationQueueTests {
  @Test func runsInOrderAndRespectsSuspension() async {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    queue.isSuspended = true
    let log = Log()
    await withCheckedContinuation { continuation in
      queue.schedule { log.append(1) }
      queue.schedule { log.append(2) }
      queue.schedule(after: queue.now.advanced(by: .milliseconds(1))) {
        log.append(3)
        continuation.resume()
      }
      #expect(log.entries.isEmpty)
      queue.isSuspended = false
    }
    #expect(log.entries == [1, 2, 3])
  }

  /// A delayed action is an operation of the queue from the beginning.
  @Test func waitingForTheQueueWaitsForDelayedActions() async {
    let log = Log()
    await onAThread {
      let queue = OperationQueue()
      // However long this thread is kept from going on, it is not done before it has been counted.
      queue.isSuspended = true
      queue.schedule(after: queue.now.advanced(by: .milliseconds(5))) { log.append(1) }
      #expect(queue.operationCount == 1)
      queue.isSuspended = false
      queue.waitUntilAllOperationsAreFinished()
    }
    #expect(log.entries == [1])
  }

  /// Cancelling takes the operation out of the queue, however long it would have waited.
  @Test func waitingForTheQueueDoesNotWaitForWhatWasCancelled() async {
    let log = Log()
    await onAThread {
      let queue = OperationQueue()
      let timer = queue.schedule(
        after: queue.now.advanced(by: .seconds(3_600)), interval: .seconds(3_600), tolerance: 0
      ) { log.append(1) }
      #expect(queue.operationCount == 1)
      timer.cancel()
      queue.waitUntilAllOperationsAreFinished()
      queue.schedule(after: queue.now.advanced(by: .seconds(3_600))) { log.append(2) }
      queue.cancelAllOperations()
      queue.waitUntilAllOperationsAreFinished()
    }
    #expect(log.entries.isEmpty)
  }

  /// An operation that was cancelled is over before its timer is.
  @Test func queueMayGoRightAfterWhatWasCancelled() async {
    await #expect(processExitsWith: .success) { Self.leaveQueuesWithCancelledOperations() }
  }

  private static func leaveQueuesWithCancelledOperations() {
    for _ in 0..<300 {
      let queue = OperationQueue()
      queue.schedule(after: queue.now.advanced(by: .milliseconds(20)), interval: .milliseconds(20), tolerance: 0) {}
        .cancel()
      queue.schedule(after: queue.now.advanced(by: .milliseconds(20))) {}
      queue.cancelAllOperations()
      queue.waitUntilAllOperationsAreFinished()
    }
    // Until after the time of those that were cancelled.
    let queue = OperationQueue()
    queue.schedule(after: queue.now.advanced(by: .milliseconds(40))) {}
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test func letsGoOfAnActionThatWasCancelled() async {
    final class Farewell: Sendable {
      let isGone = DispatchSemaphore(value: 0)
      deinit { isGone.signal() }
    }
    await onAThread {
      let queue = OperationQueue()
      let isGone: DispatchSemaphore
      do {
        let farewell = Farewell()
        isGone = farewell.isGone
        queue.schedule(after: queue.now.advanced(by: .seconds(3_600))) { withExtendedLifetime(farewell) {} }
      }
      queue.cancelAllOperations()
      isGone.wait()
    }
  }

  /// Runs what blocks on a thread of its own.
  private func onAThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      Thread {
        body()
        continuation.resume()
      }.start()
    }
  }

  @Test func repeatsUntilCancelled() async {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let log = Log()
    let running = Running()
    await withCheckedContinuation { continuation in
      queue.isSuspended = true
      running.timer = queue.schedule(after: queue.now, interval: .milliseconds(1), tolerance: 0) {
        log.append(1)
        guard log.entries.count == 3 else { return }
        running.timer?.cancel()
        queue.schedule { continuation.resume() }
      }
      queue.isSuspended = false
    }
    #expect(log.entries.count == 3)
  }

  @Test func clockIsTheWallClock() throws {
    typealias Time = OperationQueue.SchedulerTimeType
    let start = Time(Date(timeIntervalSinceReferenceDate: 0))
    #expect(start.advanced(by: .seconds(2)).date.timeIntervalSinceReferenceDate == 2)
    #expect(start.distance(to: start.advanced(by: 1.5)).timeInterval == 1.5)
    #expect(Time.Stride.milliseconds(1500) == 1.5)
    #expect(Time.Stride.microseconds(5) == Time.Stride.nanoseconds(5000))
    #expect(try JSONDecoder().decode([Time].self, from: JSONEncoder().encode([start])) == [start])
  }

  @Test func pipelinesKeepTheirOrder() async {
    let queue = OperationQueue()
    var seen: [Int] = []
    for await value in (0..<200).publisher.receive(on: queue).values { seen.append(value) }
    #expect(seen == Array(0..<200))
  }
}

/// What a queue's actions write down.
private final class Log: Sendable {
  private let list = Mutex<[Int]>([])
  var entries: [Int] { list.withLock { $0 } }
  func append(_ entry: Int) { list.withLock { $0.append(entry) } }
}

/// A timer that its own action stops.
private final class Running: @unchecked Sendable {
  var timer: (any Cancellable)?
}

@Suite(.leavesNothing) struct IndexSetTests {
  @Test func removes() {
    var letters = Array("abcde")
    letters.remove(atOffsets: [0, 3, 9])
    #expect(letters == Array("bce"))
    letters.remove(atOffsets: [])
    #expect(letters == Array("bce"))
  }

  @Test(arguments: [
    ([1, 3], 0, "bdace"), ([1, 3], 5, "acebd"), ([0], 2, "bacde"), ([0, 1], 3, "cabde"), ([4], 0, "eabcd"),
    ([2], 2, "abcde"), ([2], 3, "abcde"),
  ])
  func moves(_ source: [Int], _ destination: Int, _ expected: String) {
    var letters = Array("abcde")
    letters.move(fromOffsets: IndexSet(source), toOffset: destination)
    #expect(letters == Array(expected))
  }
}
