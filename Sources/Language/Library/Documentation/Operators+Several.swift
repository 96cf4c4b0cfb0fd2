/// What help says of the library's members. The examples are run by a test, and print what is written here.
extension Documentation {
  static let operatorsOfSeveral: [String: [String: Documentation]] = [
    "Publisher": [
      "prepend": Documentation(
        "Delivers values before the first.",
        "[2, 3].publisher.prepend(1).sink { print($0) }",
        prints: ["1", "2", "3"]),
      "merge": Documentation(
        "Delivers the values of several publishers as they come.",
        """
        let a = PassthroughSubject<Int, Never>()
        let b = PassthroughSubject<Int, Never>()
        let token = a.merge(with: b).sink { print($0) }
        a.send(1)
        b.send(2)
        a.send(3)
        """,
        prints: ["1", "2", "3"]),
      "combineLatest": Documentation(
        "Delivers the latest values of several publishers together, each time one of them changes.",
        """
        let name = CurrentValueSubject<String, Never>("")
        let age = CurrentValueSubject<Int, Never>(0)
        let token = name.combineLatest(age).sink { print($0, $1) }
        name.send("Ann")
        age.send(7)
        """,
        prints: [" 0", "Ann 0", "Ann 7"]),
      "zip": Documentation(
        "Delivers the n-th values of several publishers together.",
        #"[1, 2, 3].publisher.zip(["a", "b"].publisher).sink { print($0, $1) }"#,
        prints: ["1 a", "2 b"]),
      "flatMap": Documentation(
        "Makes a publisher of each value and delivers the values of all of them.",
        "[1, 2].publisher.flatMap { n in [n, n * 10].publisher }.sink { print($0) }",
        prints: ["1", "10", "2", "20"]),
      "switchToLatest": Documentation(
        "Delivers the values of the newest publisher among those it gets.",
        """
        let inputs = PassthroughSubject<AnyPublisher<Int, Never>, Never>()
        let token = inputs.switchToLatest().sink { print($0) }
        let old = PassthroughSubject<Int, Never>()
        inputs.send(old.eraseToAnyPublisher())
        old.send(1)
        inputs.send(Just(2).eraseToAnyPublisher())
        old.send(3)
        """,
        prints: ["1", "2"]),
      "catch": Documentation(
        "Goes on with another publisher instead of failing.",
        """
        enum Bad: Error { case luck }
        Fail<Int, Bad>(error: .luck).catch { _ in Just(0) }.sink { print($0) }
        """,
        prints: ["0"]),
      "tryCatch": Documentation(
        "Like catch, with a closure that may throw.",
        """
        enum Bad: Error { case luck }
        Fail<Int, Bad>(error: .luck).tryCatch { _ in Just(0) }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """,
        prints: ["0", "finished"]),
      "retry": Documentation(
        "Subscribes again after a failure, so many times.",
        """
        enum Bad: Error { case luck }
        var attempts = 0
        Deferred { () -> Fail<Int, Bad> in
          attempts += 1
          return Fail(error: .luck)
        }
        .retry(2)
        .sink(receiveCompletion: { print($0, attempts) }, receiveValue: { print($0) })
        """,
        prints: ["failure(main.Bad.luck) 3"]),
      "assertNoFailure": Documentation(
        "Ends the pipeline with a fault if the publisher fails.",
        "Just(1).assertNoFailure().sink { print($0) }",
        prints: ["1"]),
      "share": Documentation(
        "Lets several subscribers share one subscription.",
        """
        let source = PassthroughSubject<Int, Never>()
        let shared = source.map { n -> Int in
          print("once")
          return n
        }.share()
        let first = shared.sink { print("first", $0) }
        let second = shared.sink { print("second", $0) }
        source.send(1)
        """,
        prints: ["once", "first 1", "second 1"]),
      "multicast": Documentation(
        "Sends all values through a subject, once it is connected.",
        """
        let shared = [1, 2].publisher.multicast { PassthroughSubject() }
        let token = shared.sink { print($0) }
        let connection = shared.connect()
        """,
        prints: ["1", "2"]),
      "makeConnectable": Documentation(
        "Waits for connect() before it subscribes.",
        """
        let shared = Just(1).makeConnectable()
        let token = shared.sink { print($0) }
        let connection = shared.connect()
        """,
        prints: ["1"]),
      "buffer": Documentation(
        "Holds values that are not asked for yet, up to a limit.",
        """
        let source = PassthroughSubject<Int, Never>()
        let token = source.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).sink { print($0) }
        source.send(1)
        """,
        prints: ["1"]),
      "receive": Documentation(
        "Delivers on a scheduler.",
        "Just(1).receive(on: ImmediateScheduler.shared).sink { print($0) }",
        prints: ["1"]),
      "subscribe": Documentation(
        "Subscribes on a scheduler; or attaches a subscriber or a subject.",
        """
        let target = CurrentValueSubject<Int, Never>(0)
        let token = [1, 2].publisher.subscribe(target)
        print(target.value)
        """,
        prints: ["2"]),
      "delay": Documentation(
        "Delivers later.",
        "Just(1).delay(for: .seconds(1), scheduler: ImmediateScheduler.shared).sink { print($0) }",
        prints: ["1"]),
      "debounce": Documentation(
        "Delivers a value when no other has come for a while.",
        #"Just("last").debounce(for: 0.3, scheduler: DispatchQueue.main).sink { print($0) }"#,
        prints: []),
      "throttle": Documentation(
        "Delivers at most one value per interval.",
        "Just(1).throttle(for: 1, scheduler: ImmediateScheduler.shared, latest: true).sink { print($0) }",
        prints: []),
      "timeout": Documentation(
        "Finishes, or fails, when nothing has come for a while.",
        "Just(1).timeout(.seconds(1), scheduler: DispatchQueue.main).sink { print($0) }",
        prints: []),
      "measureInterval": Documentation(
        "Delivers the time between values.",
        "Just(1).measureInterval(using: ImmediateScheduler.shared).sink { print($0.magnitude) }",
        prints: ["0"]),
      "encode": Documentation(
        "Encodes each value.",
        """
        [[1, 2]].publisher.encode(encoder: JSONEncoder())
          .sink(receiveCompletion: { print($0) }, receiveValue: { print(String(decoding: $0, as: UTF8.self)) })
        """,
        prints: ["[1,2]", "finished"]),
      "decode": Documentation(
        "Decodes each value.",
        """
        Just(Data("[1, 2]".utf8)).decode(type: [Int].self, decoder: JSONDecoder())
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """,
        prints: ["[1, 2]", "finished"]),
      "print": Documentation(
        "Writes down everything that happens at this place.",
        #"Just(1).print("one").sink { _ in }"#,
        prints: [
          "one: receive subscription: (Just)", "one: request unlimited", "one: receive value: (1)",
          "one: receive finished",
        ]),
      "handleEvents": Documentation(
        "Runs closures for what happens at this place.",
        #"[1, 2].publisher.handleEvents(receiveOutput: { print("saw", $0) }).sink { _ in }"#,
        prints: ["saw 1", "saw 2"]),
      "breakpoint": Documentation(
        "Ends the pipeline with a fault where a closure is true.",
        "Just(1).breakpoint(receiveOutput: { $0 > 1 }).sink { print($0) }",
        prints: ["1"]),
      "breakpointOnError": Documentation(
        "Ends the pipeline with a fault if the publisher fails.",
        "Just(1).breakpointOnError().sink { print($0) }",
        prints: ["1"]),
      "tryAllSatisfy": Documentation(
        "Like allSatisfy, with a closure that may throw.",
        """
        [2, 4].publisher.tryAllSatisfy { $0 > 1 }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """,
        prints: ["true", "finished"]),
      "tryContains": Documentation(
        "Like contains, with a closure that may throw.",
        """
        [2, 4].publisher.tryContains { $0 > 3 }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """,
        prints: ["true", "finished"]),
      "tryDrop": Documentation(
        "Like drop, with a closure that may throw.",
        """
        [1, 5].publisher.tryDrop { $0 < 3 }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """,
        prints: ["5", "finished"]),
      "tryFirst": Documentation(
        "Like first, with a closure that may throw.",
        """
        [1, 5].publisher.tryFirst { $0 > 3 }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """,
        prints: ["5", "finished"]),
      "tryLast": Documentation(
        "Like last, with a closure that may throw.",
        """
        [1, 5].publisher.tryLast { $0 > 0 }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """,
        prints: ["5", "finished"]),
      "tryMax": Documentation(
        "Like max, with a closure that may throw.",
        """
        [1, 5].publisher.tryMax { $0 < $1 }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """,
        prints: ["5", "finished"]),
      "tryMin": Documentation(
        "Like min, with a closure that may throw.",
        """
        [1, 5].publisher.tryMin { $0 < $1 }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """,
        prints: ["1", "finished"]),
      "tryPrefix": Documentation(
        "Like prefix, with a closure that may throw.",
        """
        [1, 5, 2].publisher.tryPrefix { $0 < 3 }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """,
        prints: ["1", "finished"]),
      "values": Documentation(
        "Makes an asynchronous sequence of the values: for await asks for one after the other.",
        "for await number in [1, 2].publisher.values { print(number) }",
        prints: ["1", "2"]),
      "sink": Documentation(
        "Runs closures for each value and for the end, for as long as the result lives.",
        """
        let token = [1, 2].publisher.sink {
          print($0)
        } receiveValue: {
          print($0)
        }
        """,
        prints: ["1", "2", "finished"]),
      "assign": Documentation(
        "Writes each value into a property.",
        #"""
        final class Model { var text = "" }
        let model = Model()
        let token = Just("new").assign(to: \.text, on: model)
        print(model.text)
        """#,
        prints: ["new"]),
      "eraseToAnyPublisher": Documentation(
        "Hides the type of a chain.",
        """
        let numbers: AnyPublisher<Int, Never> = [1, 2].publisher.map { $0 + 1 }.eraseToAnyPublisher()
        let token = numbers.sink { print($0) }
        """,
        prints: ["2", "3"]),
    ]
  ]
}
