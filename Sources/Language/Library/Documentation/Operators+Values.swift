/// What help says of the library's members. The examples are run by a test, and print what is written here.
extension Documentation {
  static let operatorsOfValues: [String: [String: Documentation]] = [
    "Publisher": [
      "map": Documentation(
        "Changes each value.",
        "[1, 2].publisher.map { $0 * 10 }.sink { print($0) }",
        prints: ["10", "20"]),
      "tryMap": Documentation(
        "Changes each value; what the closure throws is the failure.",
        """
        enum Bad: Error { case text }
        ["1", "x"].publisher
          .tryMap { text -> Int in
            guard let number = Int(text) else { throw Bad.text }
            return number
          }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """,
        prints: ["1", "failure(main.Bad.text)"]),
      "mapError": Documentation(
        "Changes the failure.",
        """
        enum Low: Error { case lost }
        enum High: Error { case failed(Low) }
        Fail<Int, Low>(error: .lost).mapError { High.failed($0) }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """,
        prints: ["failure(main.High.failed(main.Low.lost))"]),
      "compactMap": Documentation(
        "Changes each value and leaves out what becomes nil.",
        #"["1", "x", "3"].publisher.compactMap { Int($0) }.sink { print($0) }"#,
        prints: ["1", "3"]),
      "tryCompactMap": Documentation(
        "Like compactMap, with a closure that may throw.",
        """
        ["1", "x"].publisher.tryCompactMap { Int($0) }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """,
        prints: ["1", "finished"]),
      "filter": Documentation(
        "Passes on the values that the closure is true for.",
        "(1...6).publisher.filter { $0.isMultiple(of: 2) }.sink { print($0) }",
        prints: ["2", "4", "6"]),
      "tryFilter": Documentation(
        "Like filter, with a closure that may throw.",
        """
        (1...3).publisher.tryFilter { $0 != 2 }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """,
        prints: ["1", "3", "finished"]),
      "removeDuplicates": Documentation(
        "Leaves out values that equal the one before.",
        "[1, 1, 2, 2, 1].publisher.removeDuplicates().sink { print($0) }",
        prints: ["1", "2", "1"]),
      "tryRemoveDuplicates": Documentation(
        "Leaves out values that a closure, which may throw, calls equal to the one before.",
        """
        [1, 1, 2].publisher.tryRemoveDuplicates(by: ==)
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """,
        prints: ["1", "2", "finished"]),
      "replaceNil": Documentation(
        "Puts a value in the place of nil.",
        "[1, nil, 3].publisher.replaceNil(with: 0).map { $0 + 1 }.sink { print($0) }",
        prints: ["2", "1", "4"]),
      "replaceEmpty": Documentation(
        "Delivers a value if there would be none.",
        "Empty<Int, Never>().replaceEmpty(with: 7).sink { print($0) }",
        prints: ["7"]),
      "replaceError": Documentation(
        "Delivers a value and finishes instead of failing.",
        """
        enum Bad: Error { case luck }
        Fail<Int, Bad>(error: .luck).replaceError(with: 0).sink { print($0) }
        """,
        prints: ["0"]),
      "scan": Documentation(
        "Combines each value with the result so far, and delivers each result.",
        "(1...4).publisher.scan(0) { $0 + $1 }.sink { print($0) }",
        prints: ["1", "3", "6", "10"]),
      "tryScan": Documentation(
        "Like scan, with a closure that may throw.",
        """
        (1...3).publisher.tryScan(0) { $0 + $1 }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """,
        prints: ["1", "3", "6", "finished"]),
      "setFailureType": Documentation(
        "Gives a publisher that cannot fail a failure type, to go with others.",
        """
        enum Bad: Error { case luck }
        Just(1).setFailureType(to: Bad.self)
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """,
        prints: ["1", "finished"]),
      "collect": Documentation(
        "Gathers all values, or so many at a time, in arrays.",
        "(1...5).publisher.collect(2).sink { print($0) }",
        prints: ["[1, 2]", "[3, 4]", "[5]"]),
      "count": Documentation(
        "Delivers the number of values, at the end.",
        #"["a", "b"].publisher.count().sink { print($0) }"#,
        prints: ["2"]),
      "reduce": Documentation(
        "Combines all values and delivers the result, at the end.",
        "(1...4).publisher.reduce(1) { $0 * $1 }.sink { print($0) }",
        prints: ["24"]),
      "tryReduce": Documentation(
        "Like reduce, with a closure that may throw.",
        """
        (1...3).publisher.tryReduce(0) { $0 + $1 }
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """,
        prints: ["6", "finished"]),
      "min": Documentation(
        "Delivers the smallest value, at the end.",
        "[3, 1, 2].publisher.min().sink { print($0) }",
        prints: ["1"]),
      "max": Documentation(
        "Delivers the largest value, at the end.",
        "[3, 1, 2].publisher.max().sink { print($0) }",
        prints: ["3"]),
      "contains": Documentation(
        "Delivers true as soon as a value fits, or false at the end.",
        "[1, 2, 3].publisher.contains(2).sink { print($0) }",
        prints: ["true"]),
      "allSatisfy": Documentation(
        "Delivers false as soon as a value does not fit, or true at the end.",
        "[2, 4].publisher.allSatisfy { $0 % 2 == 0 }.sink { print($0) }",
        prints: ["true"]),
      "first": Documentation(
        "Delivers the first value, or the first that fits, and finishes.",
        "(1...9).publisher.first { $0 > 3 }.sink { print($0) }",
        prints: ["4"]),
      "last": Documentation(
        "Delivers the last value, or the last that fits, at the end.",
        "(1...9).publisher.last { $0 < 5 }.sink { print($0) }",
        prints: ["4"]),
      "ignoreOutput": Documentation(
        "Delivers nothing but the end.",
        """
        [1, 2].publisher.ignoreOutput()
          .sink(receiveCompletion: { print($0) }, receiveValue: { _ in })
        """,
        prints: ["finished"]),
      "dropFirst": Documentation(
        "Leaves out the first value, or so many.",
        "[1, 2, 3].publisher.dropFirst().sink { print($0) }",
        prints: ["2", "3"]),
      "drop": Documentation(
        "Leaves out values while the closure is true, or until another publisher delivers.",
        "[1, 5, 2].publisher.drop { $0 < 3 }.sink { print($0) }",
        prints: ["5", "2"]),
      "prefix": Documentation(
        "Delivers so many values, or as long as the closure is true, and finishes.",
        "(1...9).publisher.prefix(2).sink { print($0) }",
        prints: ["1", "2"]),
      "output": Documentation(
        "Delivers the value at a position, or those in a range.",
        #"["a", "b", "c"].publisher.output(at: 1).sink { print($0) }"#,
        prints: ["b"]),
      "append": Documentation(
        "Delivers more values after the end.",
        "[1, 2].publisher.append(3).sink { print($0) }",
        prints: ["1", "2", "3"]),
    ]
  ]
}
