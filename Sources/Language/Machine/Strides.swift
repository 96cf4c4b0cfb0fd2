/// `stride(from:to:by:)` and `stride(from:through:by:)`.
enum Strides {
  static func list(from start: Value, to end: Value, by step: Value, isClosed: Bool) throws(Abort) -> [Value] {
    switch (start.unboxed, end.unboxed, step.unboxed) {
    case (.int(let start), .int(let end), .int(let step)):
      guard step != 0 else { throw .trap("Stride size must not be zero") }
      let distance = Double(end) - Double(start)
      if distance / Double(step) > Double(ValueSize.countMax) { try ValueSize.check(Int.max) }
      return isClosed
        ? stride(from: start, through: end, by: step).map { .int($0) }
        : stride(from: start, to: end, by: step).map { .int($0) }
    case (.int, .word, .int(let step)), (.word, .int, .int(let step)), (.word, .word, .int(let step)):
      let (first, last) = (IntegerKind.int.wide(start), IntegerKind.int.wide(end))
      guard step != 0 else { throw .trap("Stride size must not be zero") }
      try ValueSize.check(Int(clamping: max(0, (last - first) / Int128(step))))
      var (next, list) = (first, [Value]())
      while step > 0 ? next < last || isClosed && next == last : next > last || isClosed && next == last {
        list.append(.unsigned(UInt(next)))
        next += Int128(step)
      }
      return list
    case (.double(let start), .double(let end), .double(let step)):
      return try floating(start, end, step, isClosed).map { .double($0) }
    case (.float(let start), .float(let end), .float(let step)):
      return try floating(start, end, step, isClosed).map { .float($0) }
    default: return try general(start, end, step, isClosed)
    }
  }

  private static func floating<T: BinaryFloatingPoint>(_ start: T, _ end: T, _ step: T, _ isClosed: Bool) throws(Abort)
    -> [T] where T.Stride == T
  {
    guard step != 0 else { throw .trap("Stride size must not be zero") }
    let count = (end - start) / step
    if !count.isFinite || count > T(ValueSize.countMax) { try ValueSize.check(Int.max) }
    return isClosed
      ? Array(stride(from: start, through: end, by: step)) : Array(stride(from: start, to: end, by: step))
  }

  /// Dates and types of the program: by adding up.
  private static func general(_ start: Value, _ end: Value, _ step: Value, _ isClosed: Bool) throws(Abort) -> [Value] {
    var result: [Value] = []
    var present = start
    let next = try advanced(start, by: step)
    let isRising = try Ordering.isLess(start, next)
    if !isRising, !(try Ordering.isLess(next, start)) { throw .trap("Stride size must not be zero") }
    while true {
      let isInside = isRising ? try Ordering.isLess(present, end) : try Ordering.isLess(end, present)
      let isBeyond = isRising ? try Ordering.isLess(end, present) : try Ordering.isLess(present, end)
      guard isInside || isClosed && !isBeyond else { return result }
      result.add(present)
      try ValueSize.check(result.count, adding: 1)
      present = try advanced(present, by: step)
    }
  }

  static func advanced(_ value: Value, by step: Value) throws(Abort) -> Value {
    let value = value.unboxed
    guard let machine = value.declaringMachine, let own = machine.method("advanced", of: value, labels: ["by"]) else {
      return try Arithmetic.apply(.add, value, step, as: nil)
    }
    return try machine.invoke(own, receiver: value, [step])
  }
}
