/// Help: publishers, subjects and subscribers. See `Documentation` for how it is written.
extension Documentation {
  static let publishers = #"""
    # ConnectablePublisher.autoconnect
    Connects with the first subscriber, and ends with the last.
    let shared = [1, 2].publisher.multicast { PassthroughSubject() }.autoconnect()
    let token = shared.sink { print($0) }
    => 1
    => 2

    # ConnectablePublisher.connect
    Lets the values flow.
    let shared = Just(1).makeConnectable()
    let token = shared.sink { print($0) }
    let connection = shared.connect()
    => 1

    # Subject.send
    Sends a value, or the end, to all subscribers.
    let subject = PassthroughSubject<Int, Never>()
    let token = subject.sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    subject.send(1)
    subject.send(completion: .finished)
    => 1
    => finished

    # Cancellable.store
    Keeps a subscription in a set or an array.
    var tokens = Set<AnyCancellable>()
    Just(1).sink { print($0) }.store(in: &tokens)
    => 1

    # Cancellable.cancel
    Ends a subscription.
    let subject = PassthroughSubject<Int, Never>()
    let token = subject.sink { print($0) }
    subject.send(1)
    token.cancel()
    subject.send(2)
    => 1

    # Just
    A publisher of one value.
    Just(42).sink { print($0) }
    => 42

    # Empty
    A publisher of no values.
    Empty<Int, Never>().sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    => finished

    # Fail
    A publisher that fails at once.
    enum Bad: Error { case luck }
    Fail<Int, Bad>(error: .luck).sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    => failure(main.Bad.luck)

    # Future
    A publisher of one result that comes later. Its closure runs at once.
    Future<Int, Never> { promise in promise(.success(1)) }.sink { print($0) }
    => 1

    # Deferred
    A publisher that a closure makes for each subscriber.
    Deferred { Just(1) }.sink { print($0) }
    => 1

    # Record
    A publisher of what was recorded before.
    Record<Int, Never>(output: [1, 2], completion: .finished).sink { print($0) }
    => 1
    => 2

    # PassthroughSubject
    A publisher that a program sends values to.
    let subject = PassthroughSubject<String, Never>()
    let token = subject.sink { print($0) }
    subject.send("hello")
    => hello

    # CurrentValueSubject
    A subject with a value, which new subscribers get first.
    let subject = CurrentValueSubject<Int, Never>(1)
    let token = subject.sink { print($0) }
    subject.value = 2
    => 1
    => 2

    # AnyCancellable
    Ends something when it is cancelled or goes away.
    let token = AnyCancellable { print("cancelled") }
    token.cancel()
    => cancelled

    # Publisher
    What delivers values over time, and at last a completion or a failure.
    [1, 2].publisher.map { $0 * 10 }.sink { print($0) }
    => 10
    => 20

    # Publishers
    The types of the operators; a program seldom names them.
    let mapped: Publishers.Map<Just<Int>, String> = Just(1).map { "\($0)" }
    mapped.sink { print($0) }
    => 1

    # *.upstream
    The publisher that the operator works on.
    Publishers.Map(upstream: Just(1)) { $0 * 2 }.upstream.sink { print($0) }
    => 1

    # AnyPublisher
    Any publisher, by its output and failure only.
    let numbers: AnyPublisher<Int, Never> = [1, 2].publisher.eraseToAnyPublisher()
    numbers.sink { print($0) }
    => 1
    => 2

    # ConnectablePublisher, Publishers.Autoconnect
    A publisher whose values flow when it is connected.
    let shared = Just(1).makeConnectable()
    let token = shared.sink { print($0) }
    let connection = shared.connect()
    => 1

    # Just.output
    The value that it delivers.
    print(Just(42).output)
    => 42

    # Empty.completeImmediately
    Whether it finishes at once, or never.
    print(Empty<Int, Never>(completeImmediately: false).completeImmediately)
    => false

    # Record.recording, Record.Recording, Record.Recording.init, Record.Recording.output, Record.Recording.completion, Record.Recording.receive
    What was recorded.
    var recording = Record<Int, Never>.Recording()
    recording.receive(1)
    recording.receive(completion: .finished)
    print(recording.output, recording.completion)
    => [1] finished

    # Publishers.Sequence.replaceNil
    Puts a value in the place of nil.
    [1, nil].publisher.replaceNil(with: 0).sink { print($0) }
    => Optional(1)
    => Optional(0)

    # Publishers.Comparison, Publishers.TryComparison
    The publishers of min(by:) and max(by:).
    [3, 1, 2].publisher.max { $0 < $1 }.sink { print($0) }
    => 3

    # Publishers.Concatenate
    The publisher of append and prepend.
    [1].publisher.append(2).sink { print($0) }
    => 1
    => 2

    # Publishers.TimeGroupingStrategy
    How collect gathers: byTime, or byTimeOrCount.
    let token = [1, 2, 3].publisher
      .collect(.byTimeOrCount(DispatchQueue.main, .seconds(1), 2))
      .sink { print($0) }
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.1))
    => [1, 2]
    => [3]

    # Publishers.PrefetchStrategy, Publishers.BufferingStrategy
    How a buffer is filled, and what becomes of values that it has no room for.
    [1, 2].publisher.buffer(size: 10, prefetch: .byRequest, whenFull: .dropOldest).sink { print($0) }
    => 1
    => 2

    # ObservableObject
    A class whose @Published properties others can watch.
    class Counter: ObservableObject { @Published var count = 0 }
    let counter = Counter()
    let token = counter.$count.sink { print($0) }
    counter.count = 1
    => 0
    => 1

    # ObservableObject.objectWillChange, ObservableObjectPublisher, ObservableObjectPublisher.init, ObservableObjectPublisher.send
    Says before each change that there is one.
    class Counter: ObservableObject { @Published var count = 0 }
    let counter = Counter()
    let token = counter.objectWillChange.sink { print("changing", counter.count) }
    counter.count = 1
    counter.objectWillChange.send()
    => changing 0
    => changing 1

    # Published, Published.init, Published.Publisher
    The wrapper @Published: a property whose values a publisher delivers, $name.
    class Counter: ObservableObject { @Published var count = 0 }
    let counter = Counter()
    let token = counter.$count.map { $0 * 10 }.sink { print($0) }
    counter.count = 1
    => 0
    => 10

    # Subject
    A publisher that a program sends values to.
    let subject = PassthroughSubject<Int, Never>()
    let token = subject.sink { print($0) }
    subject.send(1)
    => 1

    # CurrentValueSubject.value
    The latest value; setting it sends it.
    let subject = CurrentValueSubject<Int, Never>(1)
    subject.value += 1
    print(subject.value)
    => 2

    # Cancellable, AnyCancellable.cancel
    What can be ended.
    let subject = PassthroughSubject<Int, Never>()
    let token: any Cancellable = subject.sink { print($0) }
    subject.send(1)
    token.cancel()
    subject.send(2)
    => 1

    # Subscriber, AnySubscriber, AnySubscriber.init, AnySubscriber.receive
    What receives values, and says how many it wants.
    let printer = AnySubscriber<Int, Never>(
      receiveSubscription: { $0.request(.unlimited) },
      receiveValue: { print($0); return .none },
      receiveCompletion: { print($0) })
    [1, 2].publisher.subscribe(printer)
    => 1
    => 2
    => finished

    # Subscribers
    The types of subscribers.
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    Just(1).subscribe(sink)
    => 1
    => finished

    # Subscribers.Sink, Subscribers.Sink.init, Subscribers.Sink.cancel, Subscribers.Sink.receive
    The subscriber of sink.
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    [1, 2].publisher.subscribe(sink)
    => 1
    => 2
    => finished

    # Subscribers.Assign, Subscribers.Assign.init, Subscribers.Assign.cancel, Subscribers.Assign.receive
    The subscriber of assign.
    class Label { var text = "" }
    let label = Label()
    Just("hello").subscribe(Subscribers.Assign(object: label, keyPath: \.text))
    print(label.text)
    => hello

    # Subscribers.Completion
    How a publisher ended: finished, or failure with an error.
    Just(1).sink(receiveCompletion: { if case .finished = $0 { print("end") } }, receiveValue: { print($0) })
    => 1
    => end

    # Subscribers.Demand, Subscribers.Demand.unlimited, Subscribers.Demand.none, Subscribers.Demand.max
    How many more values a subscriber wants.
    print(Subscribers.Demand.max(2) + .max(3), Subscribers.Demand.unlimited)
    => max(5) unlimited

    # Subscription, Subscription.request, Subscription.cancel, Subscription.combineIdentifier
    What ties a subscriber to a publisher; values come when they are asked for.
    let two = AnySubscriber<Int, Never>(
      receiveSubscription: { $0.request(.max(2)) },
      receiveValue: { print($0); return .none },
      receiveCompletion: { print($0) })
    [1, 2, 3].publisher.subscribe(two)
    => 1
    => 2

    # Subscriptions, Subscriptions.empty
    A subscription of nothing.
    Subscriptions.empty.cancel()
    print("nothing")
    => nothing

    # CombineIdentifier, CombineIdentifier.init, CustomCombineIdentifierConvertible, CustomCombineIdentifierConvertible.combineIdentifier
    An identity for a subscription.
    let first = CombineIdentifier(), second = CombineIdentifier()
    print(first == first, first == second)
    => true false

    # NotificationCenter, NotificationCenter.default, NotificationCenter.init, NotificationCenter.post
    Brings notifications to whoever wants them.
    let name = Notification.Name("saved")
    let token = NotificationCenter.default.publisher(for: name).sink { print($0.name.rawValue) }
    NotificationCenter.default.post(name: name, object: nil)
    => saved

    # NotificationCenter.publisher, NotificationCenter.Publisher
    The notifications of a name as a publisher.
    let name = Notification.Name("loud")
    let token = NotificationCenter.default.publisher(for: name)
      .compactMap { $0.userInfo?["level"] as? Int }
      .sink { print($0) }
    NotificationCenter.default.post(name: name, object: nil, userInfo: ["level": 11])
    => 11

    # NotificationCenter.addObserver, NotificationCenter.removeObserver, NSObjectProtocol
    Calls a closure with each notification of a name, until it is taken away.
    let center = NotificationCenter()
    let name = Notification.Name("saved")
    let observer = center.addObserver(forName: name, object: nil, queue: nil) { print($0.name.rawValue) }
    center.post(name: name, object: nil)
    center.removeObserver(observer)
    center.post(name: name, object: nil)
    => saved

    # Notification, Notification.init, Notification.name, Notification.object, Notification.userInfo
    What a notification says.
    let notification = Notification(name: Notification.Name("saved"), userInfo: ["title": "Dune"])
    print(notification.name.rawValue, notification.userInfo?["title"] as? String ?? "")
    => saved Dune

    # Notification.Name, Notification.Name.init
    What a notification is called.
    print(Notification.Name("saved").rawValue)
    => saved
    """#
}
