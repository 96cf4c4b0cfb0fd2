// Publishers.X with their initialisers, as types of variables and of results.
import Combine

let source = [1, 2, 3, 4].publisher
let mapped = Publishers.Map(upstream: source, transform: { "n\($0)" })
_ = mapped.sink { print($0) }
let even: Publishers.Filter<Publishers.Sequence<[Int], Never>> = Publishers.Filter(upstream: source) { $0 % 2 == 0 }
_ = even.sink { print($0) }
_ = Publishers.CompactMap(upstream: ["1", "x", "3"].publisher) { Int($0) }.sink { print($0) }
_ = Publishers.Scan(upstream: source, initialResult: 0) { $0 + $1 }.collect().sink { print($0) }
_ = Publishers.Reduce(upstream: source, initial: "") { $0 + String($1) }.sink { print($0) }
_ = Publishers.Concatenate(prefix: source, suffix: Just(9)).last().sink { print($0) }
_ = Publishers.FlatMap(upstream: source, maxPublishers: .max(1)) { Just($0 * 10) }.collect().sink { print($0) }
_ = Publishers.Drop(upstream: source, count: 3).sink { print($0) }
_ = Publishers.Output(upstream: source, range: 1..<3).collect().sink { print($0) }
_ = Publishers.Contains(upstream: source, output: 3).sink { print($0) }
_ = Publishers.Count(upstream: source).sink { print($0) }
_ = Publishers.Comparison(upstream: source) { $0 < $1 }.sink { print($0) }
_ = Publishers.RemoveDuplicates(upstream: [1, 1, 2].publisher, predicate: ==).collect().sink { print($0) }
_ = Publishers.ReplaceEmpty(upstream: Empty<Int, Never>(), output: 5).sink { print($0) }
_ = Publishers.Print(upstream: Just(1), prefix: "p").sink { _ in }
enum Bad: Error { case a, b }
_ = Publishers.ReplaceError(upstream: Fail<Int, Bad>(error: .a), output: 6).sink { print($0) }
_ = Publishers.Catch(upstream: Fail<Int, Bad>(error: .a)) { _ in Just(7) }.sink { print($0) }
_ = Publishers.MapError(upstream: Fail<Int, Bad>(error: .a), transform: { _ in Bad.b })
  .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
_ = Publishers.HandleEvents(upstream: Just(1), receiveOutput: { print("saw", $0) }, receiveRequest: nil).sink { _ in }
_ = Publishers.Sequence<[Int], Never>(sequence: [1, 2]).sink { print($0) }
_ = Publishers.Zip(source, ["a", "b"].publisher).sink { print($0) }
_ = Publishers.Zip3(Just(1), Just("b"), Just(true)).sink { print($0) }
_ = Publishers.Merge(Just(1), Just(2)).collect().sink { print($0) }
_ = Publishers.MergeMany(Just(1), Just(2), Just(3)).collect().sink { print($0) }
_ = Publishers.MergeMany([Just(4), Just(5)]).collect().sink { print($0) }
_ = Publishers.CombineLatest3(Just(1), Just(2), Just(3)).map { $0 + $1 + $2 }.sink { print($0) }
print(even.upstream.sequence)
