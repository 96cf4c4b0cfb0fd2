/// Help: the operators of publishers that work on several, on failures, on time. See `Documentation` for how it is written.
extension Documentation {
  static let combining = #"""
    # Publisher.switchToLatest
    Delivers the values of the newest publisher among those it gets.
    let inputs = PassthroughSubject<AnyPublisher<Int, Never>, Never>()
    let token = inputs.switchToLatest().sink { print($0) }
    let old = PassthroughSubject<Int, Never>()
    inputs.send(old.eraseToAnyPublisher())
    old.send(1)
    inputs.send(Just(2).eraseToAnyPublisher())
    old.send(3)
    => 1
    => 2

    # Publisher.catch
    Goes on with another publisher instead of failing.
    enum Bad: Error { case luck }
    Fail<Int, Bad>(error: .luck).catch { _ in Just(0) }.sink { print($0) }
    => 0

    # Publisher.tryCatch
    Like catch, with a closure that may throw.
    enum Bad: Error { case luck }
    Fail<Int, Bad>(error: .luck).tryCatch { _ in Just(0) }
      .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    => 0
    => finished

    # Publisher.retry
    Subscribes again after a failure, so many times.
    enum Bad: Error { case luck }
    var attempts = 0
    Deferred { () -> Fail<Int, Bad> in
      attempts += 1
      return Fail(error: .luck)
    }
    .retry(2)
    .sink(receiveCompletion: { print($0, attempts) }, receiveValue: { print($0) })
    => failure(main.Bad.luck) 3

    # Publisher.assertNoFailure
    Ends the pipeline with a fault if the publisher fails.
    Just(1).assertNoFailure().sink { print($0) }
    => 1

    # Publisher.share
    Lets several subscribers share one subscription.
    let source = PassthroughSubject<Int, Never>()
    let shared = source.map { n -> Int in
      print("once")
      return n
    }.share()
    let first = shared.sink { print("first", $0) }
    let second = shared.sink { print("second", $0) }
    source.send(1)
    => once
    => first 1
    => second 1

    # Publisher.multicast
    Sends all values through a subject, once it is connected.
    let shared = [1, 2].publisher.multicast { PassthroughSubject() }
    let token = shared.sink { print($0) }
    let connection = shared.connect()
    => 1
    => 2

    # Publisher.makeConnectable
    Waits for connect() before it subscribes.
    let shared = Just(1).makeConnectable()
    let token = shared.sink { print($0) }
    let connection = shared.connect()
    => 1

    # Publisher.buffer
    Holds values that are not asked for yet, up to a limit.
    let source = PassthroughSubject<Int, Never>()
    let token = source.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).sink { print($0) }
    source.send(1)
    => 1

    # Publisher.receive
    Delivers on a scheduler.
    Just(1).receive(on: ImmediateScheduler.shared).sink { print($0) }
    => 1

    # Publisher.subscribe
    Subscribes on a scheduler; or attaches a subscriber or a subject.
    let target = CurrentValueSubject<Int, Never>(0)
    let token = [1, 2].publisher.subscribe(target)
    print(target.value)
    => 2

    # Publisher.delay
    Delivers later.
    Just(1).delay(for: .seconds(1), scheduler: ImmediateScheduler.shared).sink { print($0) }
    => 1

    # Publisher.debounce
    Delivers a value when no other has come for a while.
    let typed = PassthroughSubject<String, Never>()
    let token = typed.debounce(for: 0.02, scheduler: DispatchQueue.main).sink { print($0) }
    typed.send("a")
    typed.send("an")
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.2))
    => an

    # Publisher.throttle
    Delivers at most one value per interval.
    let typed = PassthroughSubject<Int, Never>()
    let token = typed.throttle(for: 0.05, scheduler: DispatchQueue.main, latest: true).sink { print($0) }
    for n in 1...3 { typed.send(n) }
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.3))
    => 3

    # Publisher.timeout
    Finishes, or fails, when nothing has come for a while.
    let silent = PassthroughSubject<Int, Never>()
    let token = silent.timeout(.milliseconds(20), scheduler: DispatchQueue.main)
      .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.2))
    => finished

    # Publisher.measureInterval
    Delivers the time between values.
    Just(1).measureInterval(using: ImmediateScheduler.shared).sink { print($0.magnitude) }
    => 0

    # Publisher.encode
    Encodes each value.
    [[1, 2]].publisher.encode(encoder: JSONEncoder())
      .sink(receiveCompletion: { print($0) }, receiveValue: { print(String(decoding: $0, as: UTF8.self)) })
    => [1,2]
    => finished

    # Publisher.decode
    Decodes each value.
    Just(Data("[1, 2]".utf8)).decode(type: [Int].self, decoder: JSONDecoder())
      .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    => [1, 2]
    => finished

    # Publisher.print
    Writes down everything that happens at this place.
    Just(1).print("one").sink { _ in }
    => one: receive subscription: (Just)
    => one: request unlimited
    => one: receive value: (1)
    => one: receive finished

    # Publisher.handleEvents
    Runs closures for what happens at this place.
    [1, 2].publisher.handleEvents(receiveOutput: { print("saw", $0) }).sink { _ in }
    => saw 1
    => saw 2

    # Publisher.breakpoint
    Ends the pipeline with a fault where a closure is true.
    Just(1).breakpoint(receiveOutput: { $0 > 1 }).sink { print($0) }
    => 1

    # Publisher.breakpointOnError
    Ends the pipeline with a fault if the publisher fails.
    Just(1).breakpointOnError().sink { print($0) }
    => 1

    # Publisher.tryAllSatisfy
    Like allSatisfy, with a closure that may throw.
    [2, 4].publisher.tryAllSatisfy { $0 > 1 }
      .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    => true
    => finished

    # Publisher.tryContains
    Like contains, with a closure that may throw.
    [2, 4].publisher.tryContains { $0 > 3 }
      .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    => true
    => finished

    # Publisher.tryDrop
    Like drop, with a closure that may throw.
    [1, 5].publisher.tryDrop { $0 < 3 }
      .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    => 5
    => finished

    # Publisher.tryFirst
    Like first, with a closure that may throw.
    [1, 5].publisher.tryFirst { $0 > 3 }
      .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    => 5
    => finished

    # Publisher.tryLast
    Like last, with a closure that may throw.
    [1, 5].publisher.tryLast { $0 > 0 }
      .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    => 5
    => finished

    # Publisher.tryMax
    Like max, with a closure that may throw.
    [1, 5].publisher.tryMax { $0 < $1 }
      .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    => 5
    => finished

    # Publisher.tryMin
    Like min, with a closure that may throw.
    [1, 5].publisher.tryMin { $0 < $1 }
      .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    => 1
    => finished

    # Publisher.tryPrefix
    Like prefix, with a closure that may throw.
    [1, 5, 2].publisher.tryPrefix { $0 < 3 }
      .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    => 1
    => finished

    # Publisher.sink
    Runs closures for each value and for the end, for as long as the result lives.
    let token = [1, 2].publisher.sink {
      print($0)
    } receiveValue: {
      print($0)
    }
    => 1
    => 2
    => finished

    # Publisher.assign
    Writes each value into a property.
    final class Model { var text = "" }
    let model = Model()
    let token = Just("new").assign(to: \.text, on: model)
    print(model.text)
    => new

    # Publisher.eraseToAnyPublisher
    Hides the type of a chain.
    let numbers: AnyPublisher<Int, Never> = [1, 2].publisher.map { $0 + 1 }.eraseToAnyPublisher()
    let token = numbers.sink { print($0) }
    => 2
    => 3
    """#
}
