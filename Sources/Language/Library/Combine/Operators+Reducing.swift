/// Operators that say something about all values at the end, or as soon as it is decided.
///
/// They get faults as failures: a failure is not held back until the end.
internal import Combine

extension CombineLibrary {
  static func reducing() -> [LibraryEntry] { collecting() + testing() + comparing() }

  private static func collecting() -> [LibraryEntry] {
    [
      publishing("func collect() -> Publishers.Collect<Self>", known: "collect()") {
        $0.alert.collect().map { Value.array($0) }
      },
      publishing("func collect(_ count: Int) -> Publishers.CollectByCount<Self>") { stage throws(Abort) in
        let size = try count(stage[1])
        return stage.alert.collect(size).map { Value.array($0) }
      },
      publishing("func ignoreOutput() -> Publishers.IgnoreOutput<Self>") { stage in
        stage.alert.ignoreOutput().map(absurd)
      },
      publishing("func count() -> Publishers.Count<Self>", known: "count()") { $0.alert.count().map { Value.int($0) } },
      publishing(
        "func reduce<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T) "
          + "-> Publishers.Reduce<Self, T>", known: "reduce(_:_:)"
      ) { stage in
        let next = stage.closure(2)
        return stage.alert.reduce(stage[1]) { next($0, $1) }
      },
      publishing(
        "func tryReduce<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T) "
          + "-> Publishers.TryReduce<Self, T>"
      ) { stage in
        let next = stage.closure(2)
        return stage.alert.tryReduce(stage[1]) { try next.trying($0, $1) }
      },
    ]
  }

  /// There is no value that this could be called with.
  private static func absurd(_ never: Never) -> Value {}

  private static func testing() -> [LibraryEntry] {
    [
      publishing(
        "func contains(_ output: Output) -> Publishers.Contains<Self> where Output: Equatable", known: "contains(_:)"
      ) { stage in
        let (call, wanted) = (stage.call.bare, stage[1])
        let fault = PredicateFault()
        return stage.alert.contains { fault.answer(call.equal($0, wanted), passing: true) }
          .map { fault.replacing(.bool($0)) }
      },
      publishing(
        "func contains(where predicate: @escaping (Output) -> Bool) -> Publishers.ContainsWhere<Self>",
        known: "contains(where:)"
      ) {
        stage in
        let test = stage.closure(1)
        let fault = PredicateFault()
        return stage.alert.contains { fault.answer(test($0), passing: true) }.map { fault.replacing(.bool($0)) }
      },
      publishing(
        "func tryContains(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryContainsWhere<Self>"
      ) { stage in
        let test = stage.closure(1)
        return stage.alert.tryContains { try test.trying($0).alertedFlag }.map { Value.bool($0) }
      },
      publishing(
        "func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self>",
        known: "allSatisfy(_:)"
      ) { stage in
        let test = stage.closure(1)
        let fault = PredicateFault()
        return stage.alert.allSatisfy { fault.answer(test($0), passing: false) }.map { fault.replacing(.bool($0)) }
      },
      publishing(
        "func tryAllSatisfy(_ predicate: @escaping (Output) throws -> Bool) -> Publishers.TryAllSatisfy<Self>"
      ) { stage in
        let test = stage.closure(1)
        return stage.alert.tryAllSatisfy { try test.trying($0).alertedFlag }.map { Value.bool($0) }
      },
    ]
  }

  private static func comparing() -> [LibraryEntry] {
    [
      publishing("func min() -> Publishers.Comparison<Self> where Output: Comparable") { stage in
        let call = stage.call.bare
        let order = Order { call.less($0, $1) }
        return stage.alert.min { order.precedes($0, $1) }.map { order.replacing($0) }
      },
      publishing("func max() -> Publishers.Comparison<Self> where Output: Comparable") { stage in
        let call = stage.call.bare
        let order = Order { call.less($0, $1) }
        return stage.alert.max { order.precedes($0, $1) }.map { order.replacing($0) }
      },
      publishing(
        "func min(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> Publishers.Comparison<Self>"
      ) { stage in
        let closure = stage.closure(1)
        let order = Order { closure($0, $1) }
        return stage.alert.min { order.precedes($0, $1) }.map { order.replacing($0) }
      },
      publishing(
        "func max(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> Publishers.Comparison<Self>"
      ) { stage in
        let closure = stage.closure(1)
        let order = Order { closure($0, $1) }
        return stage.alert.max { order.precedes($0, $1) }.map { order.replacing($0) }
      },
      publishing(
        "func tryMin(by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool) "
          + "-> Publishers.TryComparison<Self>"
      ) { stage in
        let closure = stage.closure(1)
        return stage.alert.tryMin { try closure.trying($0, $1).alertedFlag }
      },
      publishing(
        "func tryMax(by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool) "
          + "-> Publishers.TryComparison<Self>"
      ) { stage in
        let closure = stage.closure(1)
        return stage.alert.tryMax { try closure.trying($0, $1).alertedFlag }
      },
    ]
  }

  /// An order of the program. After a trap it goes on without asking, and the result is the fault.
  private final class Order {
    private let less: (Value, Value) -> Value
    private var fault: Value?

    init(_ less: @escaping (Value, Value) -> Value) { self.less = less }

    func precedes(_ left: Value, _ right: Value) -> Bool {
      if fault != nil { return false }
      let answer = less(left, right)
      if answer.isFault {
        fault = answer
        return false
      }
      return answer.flag
    }

    func replacing(_ value: Value) -> Value {
      guard let fault else { return value }
      self.fault = nil
      return fault
    }
  }
}
