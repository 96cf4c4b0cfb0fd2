/// What styles of numbers are told: how many digits, what signs, how money is written.
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
            $0.made(exact($0.last.integer))
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
            contextual("static func integerAndFractionLength(integer: Int, fraction: Int) -> \(type)") { call in
              let count = call.arguments.count
              return call.made(
                Precision.integerAndFractionLength(integer: call[count - 2].integer, fraction: call[count - 1].integer))
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
  /// The numbers of digits that a range speaks of.
  fileprivate var lengths: ClosedRange<Int> {
    guard case .record(let record) = unboxed, let first = record.fields.first?.integer else { return 0...0 }
    switch record.type.name {
    case "ClosedRange": return first...record.fields[1].integer
    // Foundation takes the upper bound as it is.
    case "Range": return first...record.fields[1].integer
    case "PartialRangeFrom": return first...max(first, 1000)
    default: return 0...max(first, 0)
    }
  }
}
