/// What help says of the library's members. The examples are run by a test, and print what is written here.
extension Documentation {
  static let typesAndMembers: [String: [String: Documentation]] = [
    "ConnectablePublisher": [
      "autoconnect": Documentation(
        "Connects with the first subscriber, and ends with the last.",
        """
        let shared = [1, 2].publisher.multicast { PassthroughSubject() }.autoconnect()
        let token = shared.sink { print($0) }
        """,
        prints: ["1", "2"]),
      "connect": Documentation(
        "Lets the values flow.",
        """
        let shared = Just(1).makeConnectable()
        let token = shared.sink { print($0) }
        let connection = shared.connect()
        """,
        prints: ["1"]),
    ],
    "Subject": [
      "send": Documentation(
        "Sends a value, or the end, to all subscribers.",
        """
        let subject = PassthroughSubject<Int, Never>()
        let token = subject.sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        subject.send(1)
        subject.send(completion: .finished)
        """,
        prints: ["1", "finished"])
    ],
    "Cancellable": [
      "store": Documentation(
        "Keeps a subscription in a set or an array.",
        """
        var tokens = Set<AnyCancellable>()
        Just(1).sink { print($0) }.store(in: &tokens)
        """,
        prints: ["1"]),
      "cancel": Documentation(
        "Ends a subscription.",
        """
        let subject = PassthroughSubject<Int, Never>()
        let token = subject.sink { print($0) }
        subject.send(1)
        token.cancel()
        subject.send(2)
        """,
        prints: ["1"]),
    ],
    "": [
      "Just": Documentation(
        "A publisher of one value.",
        "Just(42).sink { print($0) }",
        prints: ["42"]),
      "Empty": Documentation(
        "A publisher of no values.",
        "Empty<Int, Never>().sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })",
        prints: ["finished"]),
      "Fail": Documentation(
        "A publisher that fails at once.",
        """
        enum Bad: Error { case luck }
        Fail<Int, Bad>(error: .luck).sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """,
        prints: ["failure(main.Bad.luck)"]),
      "Future": Documentation(
        "A publisher of one result that comes later. Its closure runs at once.",
        "Future<Int, Never> { promise in promise(.success(1)) }.sink { print($0) }",
        prints: ["1"]),
      "Deferred": Documentation(
        "A publisher that a closure makes for each subscriber.",
        "Deferred { Just(1) }.sink { print($0) }",
        prints: ["1"]),
      "Record": Documentation(
        "A publisher of what was recorded before.",
        "Record<Int, Never>(output: [1, 2], completion: .finished).sink { print($0) }",
        prints: ["1", "2"]),
      "PassthroughSubject": Documentation(
        "A publisher that a program sends values to.",
        """
        let subject = PassthroughSubject<String, Never>()
        let token = subject.sink { print($0) }
        subject.send("hello")
        """,
        prints: ["hello"]),
      "CurrentValueSubject": Documentation(
        "A subject with a value, which new subscribers get first.",
        """
        let subject = CurrentValueSubject<Int, Never>(1)
        let token = subject.sink { print($0) }
        subject.value = 2
        """,
        prints: ["1", "2"]),
      "AnyCancellable": Documentation(
        "Ends something when it is cancelled or goes away.",
        """
        let token = AnyCancellable { print("cancelled") }
        token.cancel()
        """,
        prints: ["cancelled"]),
    ],
    "Array": [
      "append": Documentation(
        "Adds an element, or many, at the end.",
        """
        var list = [1]
        list.append(2)
        print(list)
        """,
        prints: ["[1, 2]"]),
      "insert": Documentation(
        "Adds an element at a position.",
        """
        var list = [1, 3]
        list.insert(2, at: 1)
        print(list)
        """,
        prints: ["[1, 2, 3]"]),
      "remove": Documentation(
        "Takes out the element at a position.",
        """
        var list = [1, 2, 3]
        list.remove(at: 0)
        print(list)
        """,
        prints: ["[2, 3]"]),
    ],
    "Sequence": [
      "sorted": Documentation(
        "The elements in order.",
        "print([3, 1, 2].sorted(), [3, 1, 2].sorted(by: >))",
        prints: ["[1, 2, 3] [3, 2, 1]"]),
      "enumerated": Documentation(
        "The elements with their numbers.",
        #"for (index, word) in ["a", "b"].enumerated() { print(index, word) }"#,
        prints: ["0 a", "1 b"]),
      "publisher": Documentation(
        "The elements as a publisher.",
        "[1, 2].publisher.sink { print($0) }",
        prints: ["1", "2"]),
    ],
    "String": [
      "contains": Documentation(
        "Whether a character or a text is in it.",
        #"print("hello".contains("ell"))"#,
        prints: ["true"]),
      "replacingOccurrences": Documentation(
        "The text with one part replaced by another.",
        #"print("a-b".replacingOccurrences(of: "-", with: "+"))"#,
        prints: ["a+b"]),
      "trimmingCharacters": Documentation(
        "The text without such characters at both ends.",
        #"print("  x ".trimmingCharacters(in: .whitespaces))"#,
        prints: ["x"]),
      "components": Documentation(
        "The parts between a separator.",
        #"print("a,b".components(separatedBy: ","))"#,
        prints: ["[\"a\", \"b\"]"]),
    ],
    "ObservableObject": [
      "whileWatched": Documentation(
        "A task that begins with the first client that watches the store, and is cancelled with the last.",
        """
        class Books: ObservableObject {
          @Published var titles: [String] = []
          func fetch() async { titles = ["Dune"] }
        }
        let books = Books()
        let loading = books.whileWatched { await books.fetch() }
        """,
        prints: [])
    ],
    "URLSession": [
      "data": Documentation(
        "Sends a request and waits for its answer; cancelling the task cancels the request.",
        """
        func load(_ url: URL) async -> Int {
          do { return try await URLSession.shared.data(from: url).0.count } catch { return -1 }
        }
        print(await load(URL(string: "https://host.invalid/")!))
        """,
        prints: ["-1"])
    ],
    "JSONDecoder": [
      "decode": Documentation(
        "Reads a value of a type from JSON.",
        #"print(try JSONDecoder().decode([Int].self, from: Data("[1, 2]".utf8)))"#,
        prints: ["[1, 2]"])
    ],
    "JSONEncoder": [
      "encode": Documentation(
        "Writes a value as JSON.",
        "print(String(decoding: try JSONEncoder().encode([1, 2]), as: UTF8.self))",
        prints: ["[1,2]"])
    ],
  ]
}
