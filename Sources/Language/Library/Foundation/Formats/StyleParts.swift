/// The arguments of number styles' modifiers: how many digits, what signs, how money is written.
internal import Foundation

extension FoundationLibrary {
  static let stylePartTypes: [String: @Sendable () -> LibraryType] = [
    "NumberFormatStyleConfiguration": { LibraryType("enum NumberFormatStyleConfiguration {}") },
    "NumberFormatStyleConfiguration.Precision": {
      typealias Precision = NumberFormatStyleConfiguration.Precision
      let type = "NumberFormatStyleConfiguration.Precision"
      func digits(
        _ name: String, _ exact: @escaping (Int) -> Precision, _ limited: @escaping (ClosedRange<Int>) -> Precision
      ) -> [LibraryEntry] {
        [
          contextual("static func \(name)(_ \(name == "significantDigits" ? "digits" : "length"): Int) -> \(type)") {
            call throws(Abort) in
            call.made(exact(try call.last.digitCount()))
          },
          contextual("static func \(name)<R: RangeExpression>(_ limits: R) -> \(type) where R.Bound == Int") {
            $0.made(limited($0.last.lengths))
          },
        ]
      }
      return LibraryType(
        "struct Precision: Hashable, Sendable {}",
        digits("fractionLength", { .fractionLength($0) }, { .fractionLength($0) })
          + digits("integerLength", { .integerLength($0) }, { .integerLength($0) })
          + digits("significantDigits", { .significantDigits($0) }, { .significantDigits($0) })
          + [
            contextual("static func integerAndFractionLength(integer: Int, fraction: Int) -> \(type)") {
              call throws(Abort) in
              let count = call.arguments.count
              return call.made(
                Precision.integerAndFractionLength(
                  integer: try call[count - 2].digitCount(), fraction: try call[count - 1].digitCount()))
            }
          ])
    },
    "NumberFormatStyleConfiguration.Grouping": {
      constants(
        "NumberFormatStyleConfiguration.Grouping",
        [("automatic", NumberFormatStyleConfiguration.Grouping.automatic), ("never", .never)])
    },
    "NumberFormatStyleConfiguration.DecimalSeparatorDisplayStrategy": {
      constants(
        "NumberFormatStyleConfiguration.DecimalSeparatorDisplayStrategy",
        [("automatic", NumberFormatStyleConfiguration.DecimalSeparatorDisplayStrategy.automatic), ("always", .always)])
    },
    "NumberFormatStyleConfiguration.Notation": {
      constants(
        "NumberFormatStyleConfiguration.Notation",
        [
          ("automatic", NumberFormatStyleConfiguration.Notation.automatic), ("scientific", .scientific),
          ("compactName", .compactName),
        ])
    },
    "NumberFormatStyleConfiguration.SignDisplayStrategy": {
      typealias Strategy = NumberFormatStyleConfiguration.SignDisplayStrategy
      return constants(
        "NumberFormatStyleConfiguration.SignDisplayStrategy", [("automatic", Strategy.automatic), ("never", .never)],
        [
          contextual(
            "static func always(includingZero: Bool = true) -> NumberFormatStyleConfiguration.SignDisplayStrategy"
          ) { $0.made(Strategy.always(includingZero: $0.last.flag)) }
        ])
    },
    "CurrencyFormatStyleConfiguration": { LibraryType("enum CurrencyFormatStyleConfiguration {}") },
    "CurrencyFormatStyleConfiguration.Presentation": {
      constants(
        "CurrencyFormatStyleConfiguration.Presentation",
        [
          ("standard", CurrencyFormatStyleConfiguration.Presentation.standard), ("isoCode", .isoCode),
          ("narrow", .narrow), ("fullName", .fullName),
        ])
    },
    "CurrencyFormatStyleConfiguration.SignDisplayStrategy": {
      typealias Strategy = CurrencyFormatStyleConfiguration.SignDisplayStrategy
      let type = "CurrencyFormatStyleConfiguration.SignDisplayStrategy"
      return constants(
        "CurrencyFormatStyleConfiguration.SignDisplayStrategy",
        [("automatic", Strategy.automatic), ("never", .never), ("accounting", .accounting)],
        [
          contextual("static func always(showZero: Bool = true) -> \(type)") {
            $0.made(Strategy.always(showZero: $0.last.flag))
          },
          contextual("static func accountingAlways(showZero: Bool = false) -> \(type)") {
            $0.made(Strategy.accountingAlways(showZero: $0.last.flag))
          },
        ])
    },
  ]

  /// A type of Foundation's of which programs know constants.
  static func constants<Content: Hashable>(
    _ type: String, _ list: [(String, Content)], _ more: [LibraryEntry] = []
  ) -> LibraryType {
    LibraryType(
      "struct \(type.split(separator: ".").last ?? ""): Hashable, Sendable {}",
      list.map { name, content in contextual("static var \(name): \(type) { get }") { $0.made(content) } } + more)
  }
}

extension NativeCall {
  /// The last argument; a static function may be called with its type before it.
  var last: Value { self[arguments.count - 1] }
}

extension Value {
  /// More digits than a style takes, or less than none: Foundation traps, or fills the memory with them.
  private static let digitsMax = 999

  fileprivate func digitCount() throws(Abort) -> Int {
    guard (0...Self.digitsMax).contains(integer) else {
      throw .trap("a number can be written with 0 to \(Self.digitsMax) digits, not with \(integer)")
    }
    return integer
  }

  /// The numbers of digits that a range speaks of, as far as there are any.
  fileprivate var lengths: ClosedRange<Int> {
    guard case .record(let record) = unboxed, let first = record.fields.first?.integer else { return 0...0 }
    let bounds =
      switch record.type.name {
      // Of a half-open range Foundation takes the upper bound as it is.
      case "ClosedRange", "Range": first...record.fields[1].integer
      case "PartialRangeFrom": first...max(first, Self.digitsMax)
      default: 0...max(first, 0)
      }
    return bounds.clamped(to: 0...Self.digitsMax)
  }
}
