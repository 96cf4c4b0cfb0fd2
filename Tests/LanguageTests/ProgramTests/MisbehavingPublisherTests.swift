// Publishers that a program declares and that keep none of the rules: whatever they do, the process stays.
import InterpreterHarness
import Testing

@Suite struct MisbehavingPublisherTests {
  private static let publisher = """
    import Combine
    import Foundation
    struct P: Publisher {
      typealias Output = Int
      typealias Failure = URLError
      let kind: Int
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == URLError {
        switch kind {
        case 0:  // no subscription at all
          _ = subscriber.receive(1)
          _ = subscriber.receive(2)
          subscriber.receive(completion: .finished)
          _ = subscriber.receive(3)
          subscriber.receive(completion: .failure(URLError(.badURL)))
        case 1:  // its end first
          subscriber.receive(completion: .finished)
          subscriber.receive(subscription: Subscriptions.empty)
          _ = subscriber.receive(3)
        case 2:  // two subscriptions, more than was asked for, two ends
          subscriber.receive(subscription: Subscriptions.empty)
          subscriber.receive(subscription: Subscriptions.empty)
          for i in 0..<50 { _ = subscriber.receive(i) }
          subscriber.receive(completion: .finished)
          subscriber.receive(completion: .finished)
        case 3:  // one subscription twice, which sends two for each that is asked for, and while it is cancelled
          let token = Token(subscriber)
          subscriber.receive(subscription: token)
          subscriber.receive(subscription: token)
        case 4:  // several upstreams
          for _ in 0..<5 { Just(1).setFailureType(to: URLError.self).receive(subscriber: subscriber) }
        case 5:  // later, and the subscription after the first value
          DispatchQueue.main.async {
            _ = subscriber.receive(1)
            subscriber.receive(subscription: Subscriptions.empty)
            subscriber.receive(completion: .failure(URLError(.badURL)))
            _ = subscriber.receive(7)
          }
        default:  // asks and cancels itself
          let token = Token(subscriber)
          subscriber.receive(subscription: token)
          token.request(.max(5))
          token.cancel()
          token.request(.unlimited)
          subscriber.receive(completion: .finished)
        }
      }
    }
    final class Token<S: Subscriber>: Subscription where S.Input == Int {
      var subscriber: S?
      var n = 0
      init(_ subscriber: S) { self.subscriber = subscriber }
      func request(_ demand: Subscribers.Demand) {
        n += 1
        if n < 30 { _ = subscriber?.receive(n); _ = subscriber?.receive(n) }
        if n == 20 { subscriber?.receive(completion: .finished) }
      }
      func cancel() { _ = subscriber?.receive(-1); subscriber?.receive(completion: .finished); subscriber = nil }
    }
    var bag = Set<AnyCancellable>()

    """

  private static let operators = [
    "map { $0 }", "flatMap { Just($0).setFailureType(to: URLError.self) }",
    "flatMap(maxPublishers: .max(1)) { _ in P(kind: K) }",
    "collect()", "collect(3)", "collect(.byTime(DispatchQueue.main, .milliseconds(1)))",
    "debounce(for: .milliseconds(1), scheduler: DispatchQueue.main)",
    "throttle(for: .milliseconds(1), scheduler: DispatchQueue.main, latest: true)",
    "delay(for: .milliseconds(1), scheduler: DispatchQueue.main)",
    "timeout(.milliseconds(1), scheduler: DispatchQueue.main)",
    "receive(on: DispatchQueue.main)", "subscribe(on: DispatchQueue.main)", "retry(3)", "catch { _ in P(kind: K) }",
    "share()", "multicast { PassthroughSubject<Int, URLError>() }.autoconnect()",
    "buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)",
    "buffer(size: 2, prefetch: .keepFull, whenFull: .customError { URLError(.badURL) })", "zip(P(kind: K))",
    "combineLatest(P(kind: K), P(kind: 2))", "merge(with: P(kind: K), P(kind: 3))", "append(P(kind: K))",
    "prepend(P(kind: K))", "prepend(1, 2)", "first()", "last()", "prefix(2)", "dropFirst(1)", "output(at: 1)",
    "output(in: 0..<2)", "prefix(untilOutputFrom: P(kind: K))", "drop(untilOutputFrom: P(kind: K))",
    "scan(0) { $0 &+ $1 }",
    "reduce(0) { $0 &+ $1 }",
    "tryMap { _ in throw URLError(.badURL) }.mapError { $0 as! URLError }.map { (_: Int) in 1 }",
    "removeDuplicates()", "ignoreOutput().map { _ in 1 }", "replaceEmpty(with: 5)", "count()", "max()",
    "contains(3).map { _ in 1 }", "allSatisfy { _ in true }.map { _ in 1 }", "map { _ in P(kind: K) }.switchToLatest()",
    "measureInterval(using: DispatchQueue.main).map { _ in 1 }", "print(\"x\")",
    "handleEvents(receiveOutput: { _ in })",
    "eraseToAnyPublisher()",
    "replaceError(with: 9).setFailureType(to: URLError.self)",
  ]

  @Test(arguments: operators)
  func theProcessStays(_ name: String) {
    let subjects = (0...6).flatMap { kind in
      (name.contains("K") ? [0, 3, 6] : [0]).map { other in
        "P(kind: \(kind)).\(name.replacing("K", with: "\(other)"))"
      }
    }
    let uses = subjects.map { subject in
      """
      \(subject).sink(receiveCompletion: { _ in }, receiveValue: { _ in }).store(in: &bag)
      \(subject).sink(receiveCompletion: { _ in bag = [] }, receiveValue: { _ in bag = [] }).store(in: &bag)
      RunLoop.main.run(until: Date() + 0.01)
      bag = []

      """
    }
    let run = ProgramRun.onItsOwnStack(Self.publisher + uses.joined() + "print(\"over\")", name: "misbehaving")
    #expect(run.errors.isEmpty)
    // A fault is an answer too, but not an end of the process.
    #expect(run.failure != nil || run.output.hasSuffix("over\n"))
  }

  /// What is neither retried nor caught passes those operators as a value, which nobody has asked for here.
  @Test(arguments: [
    "retry(1)", "replaceError(with: 0)", "encode(encoder: JSONEncoder()).retry(2)",
  ])
  func itFaultsBeforeAnythingIsAskedOfIt(_ name: String) {
    let run = ProgramRun.onItsOwnStack(
      """
      import Combine
      import Foundation
      struct P: Publisher {
        typealias Output = Int
        typealias Failure = URLError
        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == URLError {
          subscriber.receive(subscription: Subscriptions.empty)
          let list = [1]
          _ = list[list.count]
        }
      }
      struct Silent<Input, Failure: Error>: Subscriber {
        let combineIdentifier = CombineIdentifier()
        func receive(subscription: any Subscription) { print("subscribed") }
        func receive(_ value: Input) -> Subscribers.Demand { print("a value"); return .none }
        func receive(completion: Subscribers.Completion<Failure>) { print("its end") }
      }
      P().\(name).subscribe(Silent())
      """, name: "faulting")
    #expect(run.output.hasPrefix("subscribed\n") && !run.output.contains("a value"), "\(run.output)")
    #expect(run.failure?.contains("Index out of range") == true, "\(run.failure ?? "no failure")")
  }

  /// Values that come too early are passed on; the subscription that comes at last is asked for what was wanted.
  @Test func whatComesTooEarlyIsPassedOn() {
    let run = ProgramRun.onItsOwnStack(
      """
      import Combine
      final class Token: Subscription {
        func request(_ demand: Subscribers.Demand) { print("asked for", demand) }
        func cancel() { print("cancelled") }
      }
      struct Late: Publisher {
        typealias Output = Int
        typealias Failure = Never
        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
          print("more:", subscriber.receive(1))
          subscriber.receive(subscription: Token())
          print("more:", subscriber.receive(2))
        }
      }
      let c = Late().removeDuplicates().sink { print("value", $0) }
      c.cancel()
      """, name: "late")
    #expect(
      run.output == "value 1\nmore: max(0)\nasked for unlimited\nvalue 2\nmore: max(0)\ncancelled\n", "\(run.output)")
  }
}
