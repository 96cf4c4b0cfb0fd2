/// Numbers as text: `formatted()`, and the styles `.number`, `.percent` and `.currency(code:)` with their modifiers.
internal import Foundation

/// A style of numbers, or of percentages.
private protocol NumberStyle: Hashable {
  associatedtype Increment
  func precision(_ p: NumberFormatStyleConfiguration.Precision) -> Self
  func grouping(_ group: NumberFormatStyleConfiguration.Grouping) -> Self
  func sign(strategy: NumberFormatStyleConfiguration.SignDisplayStrategy) -> Self
  func decimalSeparator(strategy: NumberFormatStyleConfiguration.DecimalSeparatorDisplayStrategy) -> Self
  func notation(_ notation: NumberFormatStyleConfiguration.Notation) -> Self
  func scale(_ multiplicand: Double) -> Self
  func rounded(rule: FloatingPointRoundingRule, increment: Increment?) -> Self
  func locale(_ locale: Locale) -> Self
}

/// A style of amounts of money.
private protocol MoneyStyle: Hashable {
  associatedtype Increment
  func precision(_ p: CurrencyFormatStyleConfiguration.Precision) -> Self
  func grouping(_ group: CurrencyFormatStyleConfiguration.Grouping) -> Self
  func sign(strategy: CurrencyFormatStyleConfiguration.SignDisplayStrategy) -> Self
  func decimalSeparator(strategy: CurrencyFormatStyleConfiguration.DecimalSeparatorDisplayStrategy) -> Self
  func presentation(_ p: CurrencyFormatStyleConfiguration.Presentation) -> Self
  func scale(_ multiplicand: Double) -> Self
  func rounded(rule: FloatingPointRoundingRule, increment: Increment?) -> Self
  func locale(_ locale: Locale) -> Self
}

extension IntegerFormatStyle<Int>: NumberStyle {}
extension IntegerFormatStyle<Int>.Percent: NumberStyle {}
extension IntegerFormatStyle<Int>.Currency: MoneyStyle {}
extension FloatingPointFormatStyle<Double>: NumberStyle {}
extension FloatingPointFormatStyle<Double>.Percent: NumberStyle {}
extension FloatingPointFormatStyle<Double>.Currency: MoneyStyle {}
extension Decimal.FormatStyle: NumberStyle {}
extension Decimal.FormatStyle.Percent: NumberStyle {}
extension Decimal.FormatStyle.Currency: MoneyStyle {}

/// A style with its locale: what a program prints does not depend on where the daemon runs.
extension Locale {
  static var ofPrograms: Locale { Locale(identifier: "en_001") }
}

extension Value {
  fileprivate var double: Double {
    if case .float(let number) = unboxed { return Double("\(number)") ?? Double(number) }
    return number
  }
}

extension FoundationLibrary {
  static let numberStyleTypes: [String: @Sendable () -> LibraryType] = [
    "IntegerFormatStyle": {
      styled("IntegerFormatStyle<Value: BinaryInteger>", "IntegerFormatStyle<Value>", "Value", numbers: { $0.integer })
      {
        IntegerFormatStyle<Int>(locale: .ofPrograms)
      }
    },
    "IntegerFormatStyle.Percent": {
      styled("Percent", "IntegerFormatStyle<Value>.Percent", "Value", numbers: { $0.integer }) {
        IntegerFormatStyle<Int>.Percent(locale: .ofPrograms)
      }
    },
    "IntegerFormatStyle.Currency": {
      money("IntegerFormatStyle<Value>.Currency", "Value", numbers: { $0.integer }) {
        IntegerFormatStyle<Int>.Currency(code: $0, locale: .ofPrograms)
      }
    },
    "FloatingPointFormatStyle": {
      styled(
        "FloatingPointFormatStyle<Value: BinaryFloatingPoint>", "FloatingPointFormatStyle<Value>", "Value",
        numbers: { $0.double }
      ) { FloatingPointFormatStyle<Double>(locale: .ofPrograms) }
    },
    "FloatingPointFormatStyle.Percent": {
      styled("Percent", "FloatingPointFormatStyle<Value>.Percent", "Value", numbers: { $0.double }) {
        FloatingPointFormatStyle<Double>.Percent(locale: .ofPrograms)
      }
    },
    "FloatingPointFormatStyle.Currency": {
      money("FloatingPointFormatStyle<Value>.Currency", "Value", numbers: { $0.double }) {
        FloatingPointFormatStyle<Double>.Currency(code: $0, locale: .ofPrograms)
      }
    },
    "Decimal.FormatStyle": {
      styled("FormatStyle", "Decimal.FormatStyle", "Decimal", numbers: { $0.decimal }) {
        Decimal.FormatStyle(locale: .ofPrograms)
      }
    },
    "Decimal.FormatStyle.Percent": {
      styled("Percent", "Decimal.FormatStyle.Percent", "Decimal", numbers: { $0.decimal }) {
        Decimal.FormatStyle.Percent(locale: .ofPrograms)
      }
    },
    "Decimal.FormatStyle.Currency": {
      money("Decimal.FormatStyle.Currency", "Decimal", numbers: { $0.decimal }) {
        Decimal.FormatStyle.Currency(code: $0, locale: .ofPrograms)
      }
    },
  ]

  /// `formatted()` of whole numbers, of numbers with a fraction, of decimals.
  static let numberFormats: [String: @Sendable () -> [LibraryEntry]] = [
    "BinaryInteger": {
      [
        unary("func formatted() -> String") { value in
          if case .word(let number) = value.unboxed {
            return .string(IntegerFormatStyle<UInt>(locale: .ofPrograms).format(number))
          }
          return .string(IntegerFormatStyle<Int>(locale: .ofPrograms).format(value.integer))
        },
        formatted("IntegerFormatStyle<Self>", IntegerFormatStyle<Int>.self) { $0.integer },
        formatted("IntegerFormatStyle<Self>.Percent", IntegerFormatStyle<Int>.Percent.self) { $0.integer },
        formatted("IntegerFormatStyle<Self>.Currency", IntegerFormatStyle<Int>.Currency.self) { $0.integer },
        formatted("ByteCountFormatStyle", ByteCountFormatStyle.self) { Int64($0.integer) },
      ]
    },
    "BinaryFloatingPoint": {
      formats("FloatingPointFormatStyle<Self>", { $0.double }, FloatingPointFormatStyle<Double>(locale: .ofPrograms))
        + [
          formatted("FloatingPointFormatStyle<Self>.Percent", FloatingPointFormatStyle<Double>.Percent.self) {
            $0.double
          },
          formatted("FloatingPointFormatStyle<Self>.Currency", FloatingPointFormatStyle<Double>.Currency.self) {
            $0.double
          },
        ]
    },
    "Decimal": {
      formats("Decimal.FormatStyle", { $0.decimal }, Decimal.FormatStyle(locale: .ofPrograms)) + [
        formatted("Decimal.FormatStyle.Percent", Decimal.FormatStyle.Percent.self) { $0.decimal },
        formatted("Decimal.FormatStyle.Currency", Decimal.FormatStyle.Currency.self) { $0.decimal },
      ]
    },
  ]

  private static func formats<S: FormatStyle & Hashable>(
    _ type: String, _ read: @escaping (Value) -> S.FormatInput, _ standard: S
  ) -> [LibraryEntry] where S.FormatOutput == String {
    [
      unary("func formatted() -> String") { .string(standard.format(read($0))) },
      formatted(type, S.self, read),
    ]
  }

  /// `formatted(_:)` with a style of Foundation's.
  static func formatted<S: FormatStyle & Hashable>(
    _ type: String, _ kind: S.Type, _ read: @escaping (Value) throws(Abort) -> S.FormatInput
  ) -> LibraryEntry where S.FormatOutput == String {
    binary("func formatted(_ format: \(type)) -> String") { value, style throws(Abort) in
      let input = try read(value)
      return .string(style.foundation(S.self)?.format(input) ?? "")
    }
  }

  /// A modifier of a style: a method that returns the style changed by its argument.
  static func modifier<S: Hashable>(
    _ signature: String, _ kind: S.Type, _ change: @escaping (S, NativeCall) throws(Abort) -> S?
  ) -> LibraryEntry {
    contextual(signature) { call throws(Abort) in
      guard let style = call[0].foundation(S.self), let changed = try change(style, call) else { return call[0] }
      return call.made(changed)
    }
  }

  /// `format(_:)` of a style.
  static func formatting<S: FormatStyle & Hashable>(
    _ input: String, _ kind: S.Type, _ read: @escaping (Value) throws(Abort) -> S.FormatInput
  ) -> LibraryEntry where S.FormatOutput == String {
    binary("func format(_ value: \(input)) -> String") { style, value throws(Abort) in
      let input = try read(value)
      return .string(style.foundation(S.self)?.format(input) ?? "")
    }
  }

  private static func styled<S: NumberStyle & FormatStyle>(
    _ header: String, _ type: String, _ input: String, numbers: @escaping (Value) -> S.FormatInput,
    _ make: @escaping () -> S
  ) -> LibraryType where S.FormatOutput == String {
    typealias Parts = NumberFormatStyleConfiguration
    let name = "NumberFormatStyleConfiguration"
    let word = header == "Percent" ? "percent" : "number"
    return LibraryType(
      "struct \(header): Hashable, Sendable {}",
      [
        contextual("init()") { $0.made(make()) },
        contextual("static var \(word): \(type) { get }") { $0.made(make()) },
        formatting(input, S.self, numbers),
        modifier("func precision(_ p: \(name).Precision) -> \(type)", S.self) { style, call in
          call[1].foundation(Parts.Precision.self).map { style.precision($0) }
        },
        modifier("func grouping(_ group: \(name).Grouping) -> \(type)", S.self) { style, call in
          call[1].foundation(Parts.Grouping.self).map { style.grouping($0) }
        },
        modifier("func sign(strategy: \(name).SignDisplayStrategy) -> \(type)", S.self) { style, call in
          call[1].foundation(Parts.SignDisplayStrategy.self).map { style.sign(strategy: $0) }
        },
        modifier("func decimalSeparator(strategy: \(name).DecimalSeparatorDisplayStrategy) -> \(type)", S.self) {
          style, call in
          call[1].foundation(Parts.DecimalSeparatorDisplayStrategy.self).map { style.decimalSeparator(strategy: $0) }
        },
        modifier("func notation(_ notation: \(name).Notation) -> \(type)", S.self) { style, call in
          call[1].foundation(Parts.Notation.self).map { style.notation($0) }
        },
        modifier("func scale(_ multiplicand: Double) -> \(type)", S.self) { style, call in
          // Foundation stops the process for a decimal number that is scaled without bound.
          call[1].number.magnitude < 1e100 ? style.scale(call[1].number) : nil
        },
        modifier("func rounded(rule: FloatingPointRoundingRule = .toNearestOrEven) -> \(type)", S.self) {
          style, call throws(Abort) in
          style.rounded(rule: try call[1].roundingRule, increment: nil)
        },
        modifier(rounding(S.Increment.self, type), S.self) { style, call throws(Abort) in
          style.rounded(rule: try call[1].roundingRule, increment: increment(call[2]))
        },
        modifier("func locale(_ locale: Locale) -> \(type)", S.self) { style, call in style.locale(call[1].locale) },
      ])
  }

  private static func money<S: MoneyStyle & FormatStyle>(
    _ type: String, _ input: String, numbers: @escaping (Value) -> S.FormatInput, _ make: @escaping (String) -> S
  ) -> LibraryType where S.FormatOutput == String {
    typealias Parts = CurrencyFormatStyleConfiguration
    let name = "CurrencyFormatStyleConfiguration"
    let numberName = "NumberFormatStyleConfiguration"
    return LibraryType(
      "struct Currency: Hashable, Sendable {}",
      [
        contextual("init(code: String)") { $0.made(make($0[0].text)) },
        contextual("static func currency(code: String) -> \(type)") { call in
          call.made(make(call[call.arguments.count - 1].text))
        },
        formatting(input, S.self, numbers),
        modifier("func precision(_ p: \(numberName).Precision) -> \(type)", S.self) { style, call in
          call[1].foundation(Parts.Precision.self).map { style.precision($0) }
        },
        modifier("func grouping(_ group: \(numberName).Grouping) -> \(type)", S.self) { style, call in
          call[1].foundation(Parts.Grouping.self).map { style.grouping($0) }
        },
        modifier("func sign(strategy: \(name).SignDisplayStrategy) -> \(type)", S.self) { style, call in
          call[1].foundation(Parts.SignDisplayStrategy.self).map { style.sign(strategy: $0) }
        },
        modifier("func decimalSeparator(strategy: \(numberName).DecimalSeparatorDisplayStrategy) -> \(type)", S.self) {
          style, call in
          call[1].foundation(Parts.DecimalSeparatorDisplayStrategy.self).map { style.decimalSeparator(strategy: $0) }
        },
        modifier("func presentation(_ p: \(name).Presentation) -> \(type)", S.self) { style, call in
          call[1].foundation(Parts.Presentation.self).map { style.presentation($0) }
        },
        modifier("func scale(_ multiplicand: Double) -> \(type)", S.self) { style, call in
          // Foundation stops the process for a decimal number that is scaled without bound.
          call[1].number.magnitude < 1e100 ? style.scale(call[1].number) : nil
        },
        modifier("func rounded(rule: FloatingPointRoundingRule = .toNearestOrEven) -> \(type)", S.self) {
          style, call throws(Abort) in
          style.rounded(rule: try call[1].roundingRule, increment: nil)
        },
        modifier(rounding(S.Increment.self, type), S.self) { style, call throws(Abort) in
          style.rounded(rule: try call[1].roundingRule, increment: increment(call[2]))
        },
        modifier("func locale(_ locale: Locale) -> \(type)", S.self) { style, call in style.locale(call[1].locale) },
      ])
  }

  private static func rounding<Increment>(_ kind: Increment.Type, _ type: String) -> String {
    "func rounded(rule: FloatingPointRoundingRule = .toNearestOrEven, increment: \(kind)) -> \(type)"
  }

  private static func increment<Increment>(_ value: Value) -> Increment? {
    value.integerIfAny.flatMap { $0 as? Increment } ?? value.number as? Increment
  }
}

extension Value {
  fileprivate var integerIfAny: Int? {
    if case .int(let number) = unboxed { return number }
    // What is larger is formatted as the number nearest to it.
    return nil
  }
}
