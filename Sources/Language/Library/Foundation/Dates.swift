/// `Date`. What the time is, the engine says: its clock may be a virtual one.
extension DateObject: OrderedObject, Quantity {
  func precedes(_ other: NativeObject) -> Bool { (other as? DateObject).map { content < $0.content } ?? false }

  func combined(_ operation: Arithmetic.Operator, _ other: Value) throws(Abort) -> Value {
    switch (operation, other.unboxed) {
    case (.add, .double(let interval)): return .native(DateObject(content + interval, type: type))
    case (.subtract, .double(let interval)): return .native(DateObject(content - interval, type: type))
    case (.subtract, .native(let object as DateObject)): return .double(content - object.content)
    default: throw .trap("a Date cannot be calculated with like this")
    }
  }
}

extension NativeCall {
  fileprivate var now: Double { nowSeconds - Double(DateText.referenceSeconds) }
}

extension Value {
  fileprivate var dateSeconds: Double { object(DateObject.self)?.content ?? 0 }
}

extension FoundationLibrary {
  static func date() -> LibraryType {
    LibraryType(
      """
      struct Date: Strideable, Comparable, Hashable, CustomStringConvertible, Codable, Sendable {
        typealias Stride = Double
      }
      """,
      dateInitialisers() + dateMembers())
  }

  private static func made(_ signature: String, _ seconds: @escaping (NativeCall) -> Double) -> LibraryEntry {
    contextual(signature) { call in .native(DateObject(seconds(call), type: call.result)) }
  }

  private static func dateInitialisers() -> [LibraryEntry] {
    let reference = Double(DateText.referenceSeconds)
    return [
      made("init()") { $0.now },
      made("init(timeIntervalSinceNow: TimeInterval)") { $0.now + $0[0].number },
      made("init(timeIntervalSince1970: TimeInterval)") { $0[0].number - reference },
      made("init(timeIntervalSinceReferenceDate: TimeInterval)") { $0[0].number },
      made("init(timeInterval: TimeInterval, since date: Date)") { $0[0].number + $0[1].dateSeconds },
      made("static var now: Date { get }") { $0.now },
      made("static var distantPast: Date { get }") { _ in -63_114_076_800 },
      made("static var distantFuture: Date { get }") { _ in 63_113_904_000 },
      nullary("static var timeIntervalBetween1970AndReferenceDate: TimeInterval { get }") { .double(reference) },
      contextual("static var timeIntervalSinceReferenceDate: TimeInterval { get }") { .double($0.now) },
    ]
  }

  private static func dateMembers() -> [LibraryEntry] {
    [
      contextual("var timeIntervalSinceNow: TimeInterval { get }") { .double($0[0].dateSeconds - $0.now) },
      unary("var timeIntervalSince1970: TimeInterval { get }") { value in
        .double(value.dateSeconds + Double(DateText.referenceSeconds))
      },
      unary("var timeIntervalSinceReferenceDate: TimeInterval { get }") { .double($0.dateSeconds) },
      binary("func timeIntervalSince(_ date: Date) -> TimeInterval") { .double($0.dateSeconds - $1.dateSeconds) },
      made("func addingTimeInterval(_ timeInterval: TimeInterval) -> Date") { $0[0].dateSeconds + $0[1].number },
      made("func advanced(by n: TimeInterval) -> Date") { $0[0].dateSeconds + $0[1].number },
      binary("func distance(to other: Date) -> TimeInterval") { .double($1.dateSeconds - $0.dateSeconds) },
      mutating("mutating func addTimeInterval(_ timeInterval: TimeInterval)") { value, operands throws(Abort) in
        value = try Arithmetic.apply(.add, value, operands[0], as: nil)
        return .void
      },
      contextual("func compare(_ other: Date) -> ComparisonResult") { call throws(Abort) in
        let (own, other) = (call[0].dateSeconds, call[1].dateSeconds)
        return try call.choice(own == other ? "orderedSame" : own < other ? "orderedAscending" : "orderedDescending")
      },
      unary("func ISO8601Format() -> String") { value in
        .string(DateText.text(value.dateSeconds.rounded(.down)) ?? DateText.description(value.dateSeconds))
      },
      unary("var description: String { get }") { .string(DateText.description($0.dateSeconds)) },
    ]
  }

  static func dateOperators() -> [LibraryEntry] {
    func combined(_ name: String, _ operation: Arithmetic.Operator) -> [LibraryEntry] {
      [
        binary("func \(name) (lhs: Date, rhs: TimeInterval) -> Date") { left, right throws(Abort) in
          try Arithmetic.apply(operation, left, right, as: nil)
        },
        mutating("func \(name)= (lhs: inout Date, rhs: TimeInterval)") { value, operands throws(Abort) in
          value = try Arithmetic.apply(operation, value, operands[0], as: nil)
          return .void
        },
      ]
    }
    return combined("+", .add) + combined("-", .subtract)
  }
}
