/// Operators that take the first values, the last, or those in between.
internal import Combine

extension CombineLibrary {
  static func selecting() -> [LibraryEntry] { leading() + trailing() + gates() }

  private static func leading() -> [LibraryEntry] {
    [
      publishing("func first() -> Publishers.First<Self>", known: "first()") { $0.upstream.first() },
      publishing(
        "func first(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self>", known: "first(where:)"
      ) { stage in
        let test = stage.closure(1)
        let fault = PredicateFault()
        return stage.upstream.first { fault.answer(test($0), passing: true) }.replacing(fault)
      },
      publishing("func tryFirst(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryFirstWhere<Self>")
      {
        stage in
        let test = stage.closure(1)
        let fault = PredicateFault()
        return stage.upstream.tryFirst { fault.answer(try test.trying($0), passing: true) }.replacing(fault)
      },
      publishing("func prefix(_ maxLength: Int) -> Publishers.Output<Self>", known: "prefix(_:)") {
        stage throws(Abort) in
        stage.upstream.prefix(try count(stage[1]))
      },
      publishing(
        "func prefix(while predicate: @escaping (Output) -> Bool) -> Publishers.PrefixWhile<Self>",
        known: "prefix(while:)"
      ) { stage in
        let test = stage.closure(1)
        let fault = PredicateFault()
        return stage.upstream.prefix { fault.answer(test($0), passing: true) }.replacing(fault)
      },
      publishing(
        "func tryPrefix(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryPrefixWhile<Self>"
      ) { stage in
        let test = stage.closure(1)
        let fault = PredicateFault()
        return stage.upstream.tryPrefix { fault.answer(try test.trying($0), passing: true) }.replacing(fault)
      },
      publishing("func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self>", known: "dropFirst(_:)") {
        stage throws(Abort) in
        stage.alert.dropFirst(try count(stage[1]))
      },
      publishing(
        "func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self>", known: "drop(while:)"
      ) { stage in
        let test = stage.closure(1)
        let fault = PredicateFault()
        return stage.upstream.drop { fault.answer(test($0), passing: false) }.replacing(fault)
      },
      publishing("func tryDrop(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryDropWhile<Self>") {
        stage in
        let test = stage.closure(1)
        let fault = PredicateFault()
        return stage.upstream.tryDrop { fault.answer(try test.trying($0), passing: false) }.replacing(fault)
      },
    ]
  }

  private static func trailing() -> [LibraryEntry] {
    [
      publishing("func last() -> Publishers.Last<Self>", known: "last()") { $0.alert.last() },
      publishing(
        "func last(where predicate: @escaping (Output) -> Bool) -> Publishers.LastWhere<Self>", known: "last(where:)"
      ) { stage in
        stage.upstream.judged(by: stage.closure(1)).last { $0.parts.1.flag }.map(\.parts.0)
      },
      publishing("func tryLast(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryLastWhere<Self>") {
        stage in
        let test = stage.closure(1)
        return stage.alert.tryLast { try test.trying($0).alertedFlag }
      },
      publishing("func output(at index: Int) -> Publishers.Output<Self>", known: "output(at:)") { stage throws(Abort) in
        // Nothing ever comes as far as the last position of all, after which Combine's own could not count.
        stage.alert.output(at: min(try count(stage[1]), Int.max - 1))
      },
      publishing(
        "func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self> where R.Bound == Int",
        known: "output(in:)"
      ) {
        stage throws(Abort) in
        let (lower, upper) = try bounds(stage[1])
        return stage.alert.output(in: lower..<upper)
      },
    ]
  }

  private static func gates() -> [LibraryEntry] {
    [
      publishing(
        "func prefix<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P>"
      ) { stage throws(Abort) in
        stage.upstream.prefix(untilOutputFrom: try stage.publisher(1).stream)
      },
      publishing(
        "func drop<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P> "
          + "where Failure == P.Failure"
      ) { stage throws(Abort) in
        stage.alert.drop(untilOutputFrom: try stage.publisher(1).stream)
      },
    ]
  }

  static func count(_ value: Value) throws(Abort) -> Int {
    guard value.integer >= 0 else { throw .trap("a count cannot be negative") }
    return value.integer
  }

  /// A range of positions, closed or open, as one without its upper bound.
  static func bounds(_ value: Value) throws(Abort) -> (Int, Int) {
    guard case .record(let record) = value.unboxed, let first = record.fields.first?.integer else { return (0, 0) }
    let second = record.fields.count > 1 ? record.fields[1].integer : 0
    let bounds =
      switch record.type.name {
      case "Range": (first, second)
      case "ClosedRange": (first, second == .max ? second : second + 1)
      case "PartialRangeFrom": (first, Int.max)
      case "PartialRangeUpTo": (0, first)
      default: (0, first == .max ? first : first + 1)
      }
    guard bounds.0 >= 0, bounds.1 >= bounds.0 else { throw .trap("a position cannot be negative") }
    return bounds
  }
}

extension Value {
  /// The answer of a predicate that may throw; a fault is thrown too, as the failure it has to become.
  var alertedFlag: Bool {
    get throws {
      if case .fault(let box) = self { throw Abort.fault(box.fault) }
      return flag
    }
  }
}
