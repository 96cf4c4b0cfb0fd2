/// The global functions: of values, of sequences, and those that stop the program.
extension StandardLibrary {
  static func functions() -> [LibraryEntry] {
    exchange() + uniqueness() + extremes() + sequences() + stops()
  }

  private static func exchange() -> [LibraryEntry] {
    [
      mutating("func swap<T>(_ a: inout T, _ b: inout T)") { value, operands throws(Abort) in
        let old = value
        value = operands[0]
        return old
      }
    ]
  }

  private static func uniqueness() -> [LibraryEntry] {
    ["T", "T?"].map { type in
      mutating("func isKnownUniquelyReferenced<T: AnyObject>(_ object: inout \(type)) -> Bool") { value, _ in
        guard case .instance(var object) = value else { return .bool(false) }
        // Taken out of its place, so that ours is the one reference that does not count.
        value = .void
        defer { value = .instance(object) }
        return .bool(Swift.isKnownUniquelyReferenced(&object))
      }
    }
  }

  private static func extremes() -> [LibraryEntry] {
    [
      contextual("func min<T: Comparable>(_ x: T, _ y: T) -> T") { call throws(Abort) in
        try call.isLess(call[1], call[0]) ? call[1] : call[0]
      },
      contextual("func max<T: Comparable>(_ x: T, _ y: T) -> T") { call throws(Abort) in
        try call.isLess(call[1], call[0]) ? call[0] : call[1]
      },
      contextual("func min<T: Comparable>(_ x: T, _ y: T, _ z: T, _ rest: T...) -> T") { call throws(Abort) in
        try call.least(.array(call.arguments.prefix(3) + call[3].items)) { left, right throws(Abort) in
          try call.isLess(left, right)
        }
      },
      contextual("func max<T: Comparable>(_ x: T, _ y: T, _ z: T, _ rest: T...) -> T") { call throws(Abort) in
        try call.greatest(.array(call.arguments.prefix(3) + call[3].items)) { left, right throws(Abort) in
          !(try call.isLess(right, left))
        }
      },
      unary("func abs(_ x: Int) -> Int") { value throws(Abort) in
        guard value.integer != Int.min else { throw .overflow }
        return .int(abs(value.integer))
      },
      unary("func abs(_ x: Double) -> Double") { .double($0.number.magnitude) },
      contextual("func abs<T: Comparable & SignedNumeric>(_ x: T) -> T") { call throws(Abort) in
        let zero = Arithmetic.zero(like: call.type("T"))
        return try call.isLess(call[0], zero) ? try Arithmetic.negated(call[0], as: call.type("T")) : call[0]
      },
    ]
  }

  private static func sequences() -> [LibraryEntry] {
    [
      binary("func zip<S1: Sequence, S2: Sequence>(_ sequence1: S1, _ sequence2: S2) -> Zip2Sequence<S1, S2>") {
        first, second throws(Abort) in
        // What runs the program's code for each element does that when the pair is asked for.
        if Elements.isEndless(first) && Elements.isEndless(second) || !Elements.isList(first)
          || !Elements.isList(second)
        {
          return Elements.made(of: first) { left in
            let right = Elements.iterator(second)
            return { () throws(Abort) in
              guard let a = try left.next(), let b = try right.next() else { return nil }
              return .pair(a, b)
            }
          }
        }
        var result: [Value] = []
        let (left, right) = (Elements.iterator(first), Elements.iterator(second))
        while let a = try left.next(), let b = try right.next() {
          result.add(.pair(a, b))
          try ValueSize.check(result.count, adding: 1)
        }
        return .array(result)
      },
      ternary("func stride<T: Strideable>(from start: T, to end: T, by stride: T.Stride) -> StrideTo<T>") {
        start, end, step throws(Abort) in
        .array(try Strides.list(from: start, to: end, by: step, isClosed: false))
      },
      ternary("func stride<T: Strideable>(from start: T, through end: T, by stride: T.Stride) -> StrideThrough<T>") {
        start, end, step throws(Abort) in
        .array(try Strides.list(from: start, to: end, by: step, isClosed: true))
      },
      binary("func repeatElement<T>(_ element: T, count n: Int) -> Repeated<T>") { element, count throws(Abort) in
        guard count.integer >= 0 else { throw .trap("Repetition count should be non-negative") }
        try ValueSize.check(count.integer)
        return .array(Array(repeating: element, count: count.integer))
      },
      binary(
        "func withoutActuallyEscaping<ClosureType, ResultType>(_ closure: ClosureType, "
          + "do body: (ClosureType) throws -> ResultType) rethrows -> ResultType"
      ) { closure, body throws(Abort) in try body.closure.call(closure) },
      binary("func withExtendedLifetime<T, Result>(_ x: T, _ body: () throws -> Result) rethrows -> Result") {
        _, body throws(Abort) in try body.closure.call()
      },
      binary("func withExtendedLifetime<T, Result>(_ x: T, _ body: (T) throws -> Result) rethrows -> Result") {
        value, body throws(Abort) in try body.closure.call(value)
      },
      contextual("func sequence<T>(first: T, next: @escaping (T) -> T?) -> UnfoldSequence<T, (T?, Bool)>") { call in
        let (first, next) = (call[0], call[1].closure)
        return .native(
          MadeSequence(type: call.result) {
            var upcoming: Value? = first
            return FunctionSource { () throws(Abort) in
              guard let present = upcoming else { return nil }
              upcoming = try next.call(present).unwrapped
              return present
            }
          })
      },
      contextual(
        "func sequence<T, State>(state: State, next: @escaping (inout State) -> T?) -> UnfoldSequence<T, State>"
      ) { call in
        let (start, next) = (call[0], call[1].closure)
        return .native(
          MadeSequence(type: call.result) {
            var state = start
            return FunctionSource { () throws(Abort) in try callChanging(next, &state).unwrapped }
          })
      },
    ]
  }

  private static func stops() -> [LibraryEntry] {
    func message(_ call: NativeCall, _ index: Int) throws(Abort) -> String {
      // The default is the text itself.
      if case .string(let text) = call[index] { return text }
      return try call[index].closure.call().text
    }
    func prefixed(_ prefix: String, _ message: String) -> String { message.isEmpty ? prefix : prefix + ": " + message }
    return [
      contextual("func fatalError(_ message: @autoclosure () -> String = \"\") -> Never") { call throws(Abort) in
        throw call.fault(prefixed("Fatal error", try message(call, 0)))
      },
      contextual("func preconditionFailure(_ message: @autoclosure () -> String = \"\") -> Never") {
        call throws(Abort) in throw call.fault(prefixed("Fatal error", try message(call, 0)))
      },
      contextual("func assertionFailure(_ message: @autoclosure () -> String = \"\")") { call throws(Abort) in
        throw call.fault(prefixed("Fatal error", try message(call, 0)))
      },
      contextual(
        "func precondition(_ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String = \"\")"
      ) { call throws(Abort) in
        guard try !call[0].closure.call().flag else { return .void }
        throw call.fault(prefixed("Precondition failed", try message(call, 1)))
      },
      contextual("func assert(_ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String = \"\")") {
        call throws(Abort) in
        guard try !call[0].closure.call().flag else { return .void }
        throw call.fault(prefixed("Assertion failed", try message(call, 1)))
      },
    ]
  }
}
