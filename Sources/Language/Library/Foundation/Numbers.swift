/// Numbers as Foundation has them: `NSNumber`, `Decimal`, and `NumberFormatter`.
internal import Foundation

/// A `NumberFormatter`.
private final class NumberFormatterObject: NativeObject {
  let formatter = NumberFormatter()
}

/// A `Decimal`.
final class DecimalObject: ValueObject<Decimal>, Quantity, OrderedObject {
  func precedes(_ other: NativeObject) -> Bool { (other as? DecimalObject).map { content < $0.content } ?? false }

  /// A number where a reader of JSON finds the same one in it, else its digits.
  override var portable: PortableValue? {
    let text = "\(content)"
    if let whole = Int(text), whole.magnitude < 1 << 53 { return .int(whole) }
    if let number = Double(text), number.isFinite, Decimal(string: "\(number)") == content { return .double(number) }
    return .string(text)
  }

  override var expression: String? { content.isNaN ? nil : "Decimal(string: \"\(content)\")!" }

  static func read(_ portable: PortableValue) -> Decimal? {
    switch portable {
    case .int(let number): Decimal(number)
    case .double(let number): number.isFinite ? Decimal(string: "\(number)") : .nan
    case .string("NaN"): .nan
    // Foundation is content with what a text begins with.
    case .string(let text):
      Double(text) != nil && text.allSatisfy { "0123456789+-.eE".contains($0) } ? Decimal(string: text) : nil
    case .null, .bool, .list, .record: nil
    }
  }

  func combined(_ operation: Arithmetic.Operator, _ other: Value) throws(Abort) -> Value {
    let right = other.decimal
    let result: Decimal
    switch operation {
    case .add: result = content + right
    case .subtract: result = content - right
    case .multiply: result = content * right
    case .divide:
      if right == 0 { throw .trap("Division by zero") }
      result = content / right
    case .remainder: throw .trap("a 'Decimal' has no remainder")
    }
    return .native(DecimalObject(result, type: type))
  }
}

extension Value {
  var decimal: Decimal {
    switch self {
    case .int(let number): Decimal(number)
    case .word(let number): Decimal(number)
    // Foundation traps on what is beyond the largest.
    case .double(let number): number.magnitude < 1e127 ? Decimal(number) : .nan
    default: object(DecimalObject.self)?.content ?? 0
    }
  }

  fileprivate var foundationNumber: NSNumber { foundation() ?? 0 }

  /// A number or truth value as Foundation boxes it.
  fileprivate var boxedNumber: NSNumber? {
    switch unboxed {
    case .int(let number): NSNumber(value: number)
    case .word(let number): NSNumber(value: number)
    case .double(let number): NSNumber(value: number)
    case .float(let number): NSNumber(value: number)
    case .bool(let flag): NSNumber(value: flag)
    case .native(let object as DecimalObject): NSNumber(value: NSDecimalNumber(decimal: object.content).doubleValue)
    case .native: foundation()
    default: nil
    }
  }

  private var asObject: Value {
    guard let library = Machine.current?.library else { return self }
    let name =
      switch unboxed {
      case .string: "NSString"
      case .native(is URLObject): "NSURL"
      default: "NSNumber"
      }
    return bridged(to: library.combineType(name))
  }

  /// The value of a type that a coercion bridges to a class of Foundation.
  func bridged(to type: Type) -> Value {
    switch type.libraryName {
    case "NSNumber": boxedNumber.map { .native(ValueObject($0, type: type)) } ?? self
    case "NSDecimalNumber":
      .native(ValueObject<NSNumber>(NSDecimalNumber(decimal: unboxed.decimal), type: type))
    case "NSURL", "URL": object(URLObject.self).map { .native(URLObject($0.content, type: type)) } ?? self
    // `AnyObject`: the object of Foundation's that stands for it.
    case nil: asObject
    case "NSString": .native(ValueObject(text as NSString, type: type))
    case "String": object(ValueObject<NSString>.self).map { .string($0.content as String) } ?? self
    default: self
    }
  }
}

extension FoundationLibrary {
  static let numberTypes: [String: @Sendable () -> LibraryType] = [
    "NSNumber": {
      LibraryType(
        """
        class NSNumber: Hashable, CustomStringConvertible, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
          ExpressibleByBooleanLiteral {}
        """, boxedNumber())
    },
    "NSDecimalNumber": {
      LibraryType(
        "class NSDecimalNumber: NSNumber {}",
        [
          contextual("init(decimal dcm: Decimal)") { call in
            .native(ValueObject<NSNumber>(NSDecimalNumber(decimal: call[0].decimal), type: call.result))
          },
          contextual("init(string numberValue: String?)") { call in
            .native(
              ValueObject<NSNumber>(NSDecimalNumber(string: call[0].unwrapped?.text ?? "NaN"), type: call.result))
          },
          contextual("var decimalValue: Decimal { get }") { call in
            .native(DecimalObject(call[0].foundationNumber.decimalValue, type: call.result))
          },
        ])
    },
    "Decimal": {
      LibraryType(
        """
        struct Decimal: SignedNumeric, Comparable, Hashable, CustomStringConvertible, ExpressibleByIntegerLiteral,
          ExpressibleByFloatLiteral, Codable, Sendable {}
        """, decimal())
    },
    "NumberFormatter": { LibraryType("class NumberFormatter {}", numberFormatter()) },
    "NumberFormatter.Style": {
      LibraryType(
        """
        enum Style: UInt {
          case none = 0, decimal = 1, currency = 2, percent = 3, scientific = 4, spellOut = 5, ordinal = 6,
            currencyISOCode = 8, currencyPlural = 9, currencyAccounting = 10
        }
        """)
    },
    "NumberFormatter.RoundingMode": {
      LibraryType(
        "enum RoundingMode: UInt { case ceiling = 0, floor = 1, down = 2, up = 3, halfEven = 4, halfDown = 5, halfUp = 6 }"
      )
    },
  ]

  private static func boxedNumber() -> [LibraryEntry] {
    func made(_ signature: String) -> LibraryEntry {
      contextual(signature) { call in call.made(call[0].boxedNumber ?? 0) }
    }
    return [
      made("init(value: Int)"), made("init(value: Double)"), made("init(value: Float)"), made("init(value: Bool)"),
      made("init(integerLiteral value: Int)"), made("init(floatLiteral value: Double)"),
      made("init(booleanLiteral value: Bool)"),
      unary("var intValue: Int { get }") { .int($0.foundationNumber.intValue) },
      unary("var doubleValue: Double { get }") { .double($0.foundationNumber.doubleValue) },
      unary("var floatValue: Float { get }") { .float($0.foundationNumber.floatValue) },
      unary("var boolValue: Bool { get }") { .bool($0.foundationNumber.boolValue) },
      unary("var stringValue: String { get }") { .string($0.foundationNumber.stringValue) },
      unary("var description: String { get }") { .string($0.foundationNumber.description) },
    ]
  }

  // MARK: Decimal

  private static func decimal() -> [LibraryEntry] {
    func made(_ signature: String, _ make: @escaping (NativeCall) -> Decimal?) -> LibraryEntry {
      contextual(signature) { call in
        make(call).map { .native(DecimalObject($0, type: call.result.wrapped ?? call.result)) } ?? .null
      }
    }
    return [
      made("init()") { _ in 0 }, made("init(_ value: Int)") { $0[0].decimal },
      made("init(_ value: Double)") { $0[0].decimal }, made("init(integerLiteral value: Int)") { $0[0].decimal },
      made("init(floatLiteral value: Double)") { $0[0].decimal },
      made("init?(string: String, locale: Locale? = nil)") { Decimal(string: $0[0].text) },
      made("static var zero: Decimal { get }") { _ in 0 },
      made("static var pi: Decimal { get }") { _ in Decimal.pi },
      made("var magnitude: Decimal { get }") { $0[0].decimal.magnitude },
      unary("var isZero: Bool { get }") { .bool($0.decimal.isZero) },
      unary("var isSignMinus: Bool { get }") { .bool($0.decimal.isSignMinus) },
      unary("var description: String { get }") { .string($0.decimal.description) },
    ]
  }

  /// Division, which no protocol of numbers has for it.
  static func decimalOperators() -> [LibraryEntry] {
    [
      binary("func / (lhs: Decimal, rhs: Decimal) -> Decimal") { left, right throws(Abort) in
        try Arithmetic.apply(.divide, left, right, as: nil)
      },
      mutating("func /= (lhs: inout Decimal, rhs: Decimal)") { value, operands throws(Abort) in
        value = try Arithmetic.apply(.divide, value, operands[0], as: nil)
        return .void
      },
    ]
  }

  // MARK: Formatting

  private static func numberFormatter() -> [LibraryEntry] {
    numberStyles() + numberProperties() + [
      contextual("init()") { call in
        let object = NumberFormatterObject(type: call.result)
        // A program's output does not depend on where the daemon runs.
        object.formatter.locale = Locale(identifier: "en_001")
        return .native(object)
      },
      binary("func string(from number: NSNumber) -> String?") { formatter, number in
        formatter.numberFormatter?.string(from: number.foundationNumber).map { .string($0) } ?? .null
      },
      binary("func string(for obj: Any?) -> String?") { formatter, value in
        guard let number = value.unwrapped?.boxedNumber else { return .null }
        return formatter.numberFormatter?.string(from: number).map { .string($0) } ?? .null
      },
      contextual("func number(from string: String) -> NSNumber?") { call in
        call.made(call[0].numberFormatter?.number(from: call[1].text))
      },
    ]
  }

  private static func numberStyles() -> [LibraryEntry] {
    [
      stored("var numberStyle: NumberFormatter.Style { get set }", NumberFormatterObject.self) { object, call in
        call.choice(of: "NumberFormatter.Style", Int(object.formatter.numberStyle.rawValue))
      } set: { object, value in
        object.formatter.numberStyle = NumberFormatter.Style(rawValue: value.rawCase) ?? .none
      },
      stored("var roundingMode: NumberFormatter.RoundingMode { get set }", NumberFormatterObject.self) { object, call in
        call.choice(of: "NumberFormatter.RoundingMode", Int(object.formatter.roundingMode.rawValue))
      } set: { object, value in
        object.formatter.roundingMode = NumberFormatter.RoundingMode(rawValue: value.rawCase) ?? .halfEven
      },
      stored("var locale: Locale? { get set }", NumberFormatterObject.self) { object, call in
        object.formatter.locale.map { call.locale($0) } ?? .null
      } set: { object, value in
        object.formatter.locale = value.unwrapped?.locale ?? Locale(identifier: "en_001")
      },
      stored("var multiplier: NSNumber? { get set }", NumberFormatterObject.self) { object, call in
        object.formatter.multiplier.map { call.foundation($0, "NSNumber") } ?? .null
      } set: { object, value in
        object.formatter.multiplier = value.unwrapped?.foundationNumber
      },
    ]
  }

  private static func numberProperties() -> [LibraryEntry] {
    let counts: [(String, ReferenceWritableKeyPath<NumberFormatter, Int>)] = [
      ("minimumFractionDigits", \.minimumFractionDigits), ("maximumFractionDigits", \.maximumFractionDigits),
      ("minimumIntegerDigits", \.minimumIntegerDigits), ("maximumIntegerDigits", \.maximumIntegerDigits),
      ("minimumSignificantDigits", \.minimumSignificantDigits),
      ("maximumSignificantDigits", \.maximumSignificantDigits), ("groupingSize", \.groupingSize),
    ]
    let texts: [(String, ReferenceWritableKeyPath<NumberFormatter, String?>)] = [
      ("currencyCode", \.currencyCode), ("currencySymbol", \.currencySymbol), ("zeroSymbol", \.zeroSymbol),
      ("groupingSeparator", \.groupingSeparator), ("decimalSeparator", \.decimalSeparator),
      ("percentSymbol", \.percentSymbol), ("minusSign", \.minusSign), ("plusSign", \.plusSign),
      ("positiveFormat", \.positiveFormat), ("negativeFormat", \.negativeFormat),
    ]
    let prefixes: [(String, ReferenceWritableKeyPath<NumberFormatter, String?>)] = [
      ("positivePrefix", \.positivePrefix), ("positiveSuffix", \.positiveSuffix), ("negativePrefix", \.negativePrefix),
      ("negativeSuffix", \.negativeSuffix),
    ]
    let flags: [(String, ReferenceWritableKeyPath<NumberFormatter, Bool>)] = [
      ("usesGroupingSeparator", \.usesGroupingSeparator), ("usesSignificantDigits", \.usesSignificantDigits),
      ("isLenient", \.isLenient), ("alwaysShowsDecimalSeparator", \.alwaysShowsDecimalSeparator),
    ]
    return counts.map { name, path in
      stored("var \(name): Int { get set }", NumberFormatterObject.self) { object, _ in
        .int(object.formatter[keyPath: path])
      } set: { object, value in
        object.formatter[keyPath: path] = value.integer
      }
    }
      + (texts + prefixes).map { name, path in
        stored("var \(name): String? { get set }", NumberFormatterObject.self) { object, _ in
          object.formatter[keyPath: path].map { .string($0) } ?? .null
        } set: { object, value in
          object.formatter[keyPath: path] = value.unwrapped?.text
        }
      }
      + flags.map { name, path in
        stored("var \(name): Bool { get set }", NumberFormatterObject.self) { object, _ in
          .bool(object.formatter[keyPath: path])
        } set: { object, value in
          object.formatter[keyPath: path] = value.flag
        }
      }
  }
}

extension Value {
  fileprivate var numberFormatter: NumberFormatter? { object(NumberFormatterObject.self)?.formatter }

  /// The raw value of a library enum's case.
  fileprivate var rawCase: UInt {
    if case .choice(let enumCase) = unboxed, case .int(let raw)? = enumCase.rawValue { return UInt(bitPattern: raw) }
    return 0
  }
}
