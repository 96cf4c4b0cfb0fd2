/// Help: the operators of publishers that work on values. See `Documentation` for how it is written.
extension Documentation {
  static let operators = #"""
    # Publisher.map
    Changes each value.
    [1, 2].publisher.map { $0 * 10 }.sink { print($0) }
    => 10
    => 20

    # Publisher.tryMap
    Changes each value; what the closure throws is the failure.
    enum Bad: Error { case text }
    ["1", "x"].publisher
      .tryMap { text -> Int in
        guard let number = Int(text) else { throw Bad.text }
        return number
      }
      .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    => 1
    => failure(main.Bad.text)

    # Publisher.mapError
    Changes the failure.
    enum Low: Error { case lost }
    enum High: Error { case failed(Low) }
    Fail<Int, Low>(error: .lost).mapError { High.failed($0) }
      .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    => failure(main.High.failed(main.Low.lost))

    # Publisher.compactMap
    Changes each value and leaves out what becomes nil.
    ["1", "x", "3"].publisher.compactMap { Int($0) }.sink { print($0) }
    => 1
    => 3

    # Publisher.tryCompactMap
    Like compactMap, with a closure that may throw.
    ["1", "x"].publisher.tryCompactMap { Int($0) }
      .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    => 1
    => finished

    # Publisher.filter
    Passes on the values that the closure is true for.
    (1...6).publisher.filter { $0.isMultiple(of: 2) }.sink { print($0) }
    => 2
    => 4
    => 6

    # Publisher.tryFilter
    Like filter, with a closure that may throw.
    (1...3).publisher.tryFilter { $0 != 2 }
      .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    => 1
    => 3
    => finished

    # Publisher.removeDuplicates
    Leaves out values that equal the one before.
    [1, 1, 2, 2, 1].publisher.removeDuplicates().sink { print($0) }
    => 1
    => 2
    => 1

    # Publisher.tryRemoveDuplicates
    Leaves out values that a closure, which may throw, calls equal to the one before.
    [1, 1, 2].publisher.tryRemoveDuplicates(by: ==)
      .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    => 1
    => 2
    => finished

    # Publisher.replaceNil
    Puts a value in the place of nil.
    [1, nil, 3].publisher.replaceNil(with: 0).map { $0 + 1 }.sink { print($0) }
    => 2
    => 1
    => 4

    # Publisher.replaceEmpty
    Delivers a value if there would be none.
    Empty<Int, Never>().replaceEmpty(with: 7).sink { print($0) }
    => 7

    # Publisher.replaceError
    Delivers a value and finishes instead of failing.
    enum Bad: Error { case luck }
    Fail<Int, Bad>(error: .luck).replaceError(with: 0).sink { print($0) }
    => 0

    # Publisher.scan
    Combines each value with the result so far, and delivers each result.
    (1...4).publisher.scan(0) { $0 + $1 }.sink { print($0) }
    => 1
    => 3
    => 6
    => 10

    # Publisher.tryScan
    Like scan, with a closure that may throw.
    (1...3).publisher.tryScan(0) { $0 + $1 }
      .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    => 1
    => 3
    => 6
    => finished

    # Publisher.setFailureType
    Gives a publisher that cannot fail a failure type, to go with others.
    enum Bad: Error { case luck }
    Just(1).setFailureType(to: Bad.self)
      .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    => 1
    => finished

    # Publisher.collect
    Gathers all values, or so many at a time, in arrays.
    (1...5).publisher.collect(2).sink { print($0) }
    => [1, 2]
    => [3, 4]
    => [5]

    # Publisher.count
    Delivers the number of values, at the end.
    ["a", "b"].publisher.count().sink { print($0) }
    => 2

    # Publisher.reduce
    Combines all values and delivers the result, at the end.
    (1...4).publisher.reduce(1) { $0 * $1 }.sink { print($0) }
    => 24

    # Publisher.tryReduce
    Like reduce, with a closure that may throw.
    (1...3).publisher.tryReduce(0) { $0 + $1 }
      .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    => 6
    => finished

    # Publisher.min
    Delivers the smallest value, at the end.
    [3, 1, 2].publisher.min().sink { print($0) }
    => 1

    # Publisher.max
    Delivers the largest value, at the end.
    [3, 1, 2].publisher.max().sink { print($0) }
    => 3

    # Publisher.contains
    Delivers true as soon as a value fits, or false at the end.
    [1, 2, 3].publisher.contains(2).sink { print($0) }
    => true

    # Publisher.allSatisfy
    Delivers false as soon as a value does not fit, or true at the end.
    [2, 4].publisher.allSatisfy { $0 % 2 == 0 }.sink { print($0) }
    => true

    # Publisher.first
    Delivers the first value, or the first that fits, and finishes.
    (1...9).publisher.first { $0 > 3 }.sink { print($0) }
    => 4

    # Publisher.last
    Delivers the last value, or the last that fits, at the end.
    (1...9).publisher.last { $0 < 5 }.sink { print($0) }
    => 4

    # Publisher.ignoreOutput
    Delivers nothing but the end.
    [1, 2].publisher.ignoreOutput()
      .sink(receiveCompletion: { print($0) }, receiveValue: { _ in })
    => finished

    # Publisher.dropFirst
    Leaves out the first value, or so many.
    [1, 2, 3].publisher.dropFirst().sink { print($0) }
    => 2
    => 3

    # Publisher.drop
    Leaves out values while the closure is true, or until another publisher delivers.
    [1, 5, 2].publisher.drop { $0 < 3 }.sink { print($0) }
    => 5
    => 2

    # Publisher.prefix
    Delivers so many values, or as long as the closure is true, and finishes.
    (1...9).publisher.prefix(2).sink { print($0) }
    => 1
    => 2

    # Publisher.output
    Delivers the value at a position, or those in a range.
    ["a", "b", "c"].publisher.output(at: 1).sink { print($0) }
    => b

    # Publisher.append
    Delivers more values after the end.
    [1, 2].publisher.append(3).sink { print($0) }
    => 1
    => 2
    => 3

    # Publisher.prepend
    Delivers values before the first.
    [2, 3].publisher.prepend(1).sink { print($0) }
    => 1
    => 2
    => 3

    # Publisher.merge
    Delivers the values of several publishers as they come.
    let a = PassthroughSubject<Int, Never>()
    let b = PassthroughSubject<Int, Never>()
    let token = a.merge(with: b).sink { print($0) }
    a.send(1)
    b.send(2)
    a.send(3)
    => 1
    => 2
    => 3

    # Publisher.combineLatest
    Delivers the latest values of several publishers together, each time one of them changes.
    let name = CurrentValueSubject<String, Never>("")
    let age = CurrentValueSubject<Int, Never>(0)
    let token = name.combineLatest(age).sink { print($0, $1) }
    name.send("Ann")
    age.send(7)
    =>  0
    => Ann 0
    => Ann 7

    # Publisher.zip
    Delivers the n-th values of several publishers together.
    [1, 2, 3].publisher.zip(["a", "b"].publisher).sink { print($0, $1) }
    => 1 a
    => 2 b

    # Publisher.flatMap
    Makes a publisher of each value and delivers the values of all of them.
    [1, 2].publisher.flatMap { n in [n, n * 10].publisher }.sink { print($0) }
    => 1
    => 10
    => 2
    => 20
    """#
}
