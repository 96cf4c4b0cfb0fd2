/// Lists, spans of time and numbers of bytes as text.
internal import Foundation

/// How a list is written.
private struct ListStyle: Hashable {
  var isOr = false
  var width = "standard"
  var member: IntegerFormatStyle<Int>?

  func format(_ texts: [String]) -> String {
    let style: ListFormatStyle<StringStyle, [String]> = .list(
      type: isOr ? .or : .and, width: width == "short" ? .short : width == "narrow" ? .narrow : .standard)
    return style.locale(.ofPrograms).format(texts)
  }
}

/// A `ByteCountFormatter`.
private final class ByteCountFormatterObject: NativeObject {
  let formatter = ByteCountFormatter()
}

extension FoundationLibrary {
  private static let time = "Duration.TimeFormatStyle"
  private static let units = "Duration.UnitsFormatStyle"

  private static let unitNames: [(String, Duration.UnitsFormatStyle.Unit)] = [
    ("weeks", .weeks), ("days", .days), ("hours", .hours), ("minutes", .minutes), ("seconds", .seconds),
    ("milliseconds", .milliseconds), ("microseconds", .microseconds), ("nanoseconds", .nanoseconds),
  ]

  static let otherStyleTypes: [String: @Sendable () -> LibraryType] = [
    "ListFormatStyle": { LibraryType("struct ListFormatStyle: Hashable, Sendable {}", listStyle()) },
    "ListFormatStyle.ListType": { LibraryType("enum ListType: Hashable, Sendable { case and; case or }") },
    "ListFormatStyle.Width": {
      LibraryType("enum Width: Hashable, Sendable { case standard; case short; case narrow }")
    },
    time: {
      LibraryType(
        "struct TimeFormatStyle: Hashable, Sendable {}",
        [
          contextual("static func time(pattern: \(time).Pattern) -> \(time)") { call in
            call.made(call.last.foundation().map { Duration.TimeFormatStyle(pattern: $0, locale: .ofPrograms) })
          },
          formatting("Duration", Duration.TimeFormatStyle.self, writable),
        ])
    },
    time + ".Pattern": {
      constants(
        time + ".Pattern",
        [
          ("hourMinute", Duration.TimeFormatStyle.Pattern.hourMinute), ("hourMinuteSecond", .hourMinuteSecond),
          ("minuteSecond", .minuteSecond),
        ])
    },
    units: {
      LibraryType(
        "struct UnitsFormatStyle: Hashable, Sendable {}",
        [
          contextual(
            "static func units(allowed units: Set<\(units).Unit> = [.hours, .minutes, .seconds], "
              + "width: \(units).UnitWidth = .abbreviated, maximumUnitCount: Int? = nil) -> \(units)"
          ) { call throws(Abort) in
            let count = call.arguments.count
            let allowed = call[count - 3].members.compactMap { $0.foundation(Duration.UnitsFormatStyle.Unit.self) }
            // Foundation traps on these when it writes.
            if allowed.isEmpty { throw .trap("a duration cannot be written without any unit") }
            if let most = call[count - 1].unwrapped?.integer, most < 1 {
              throw .trap("a duration is written with one unit at least, not with \(most)")
            }
            return call.made(
              Duration.UnitsFormatStyle(
                allowedUnits: Set(allowed), width: call[count - 2].foundation() ?? .abbreviated,
                maximumUnitCount: call[count - 1].unwrapped?.integer
              ).locale(.ofPrograms))
          },
          formatting("Duration", Duration.UnitsFormatStyle.self, writable),
        ])
    },
    units + ".Unit": { constants(units + ".Unit", unitNames) },
    units + ".UnitWidth": {
      constants(
        units + ".UnitWidth",
        [
          ("wide", Duration.UnitsFormatStyle.UnitWidth.wide), ("abbreviated", .abbreviated),
          ("condensedAbbreviated", .condensedAbbreviated), ("narrow", .narrow),
        ])
    },
    "ByteCountFormatStyle": {
      LibraryType(
        "struct ByteCountFormatStyle: Hashable, Sendable {}",
        [
          contextual("static func byteCount(style: ByteCountFormatStyle.Style) -> ByteCountFormatStyle") {
            call throws(Abort) in
            call.made(ByteCountFormatStyle(style: try byteStyle(call.last), locale: .ofPrograms))
          },
          formatting("Int64", ByteCountFormatStyle.self) { Int64($0.integer) },
        ])
    },
    "ByteCountFormatStyle.Style": {
      LibraryType("enum Style: Int, Hashable, Sendable { case file = 0, memory, decimal, binary }")
    },
    "ByteCountFormatter": { LibraryType("class ByteCountFormatter {}", byteFormatter()) },
    "ByteCountFormatter.CountStyle": {
      LibraryType("enum CountStyle: Int { case file = 0, memory, decimal, binary }")
    },
  ]

  static func listFormats() -> [LibraryEntry] {
    [
      unary("func formatted() -> String where Element == String") { list throws(Abort) in
        .string(ListStyle().format(try Elements.texts(list)))
      },
      binary("func formatted(_ style: ListFormatStyle) -> String") { list, style throws(Abort) in
        let style = style.foundation(ListStyle.self) ?? ListStyle()
        return .string(
          style.format(
            try Elements.texts(list) { element throws(Abort) in
              switch element.unboxed {
              case .string(let text) where style.member == nil: return text
              case .int(let number): if let member = style.member { return member.format(number) }
              default: break
              }
              throw .trap(
                style.member == nil
                  ? "a list of this style has texts: map its elements to String first"
                  : "a list of this style has integers")
            }))
      },
    ]
  }

  static func durationFormats() -> [LibraryEntry] {
    [
      unary("func formatted() -> String") { duration throws(Abort) in
        let style = Duration.TimeFormatStyle(pattern: .hourMinuteSecond, locale: .ofPrograms)
        return .string(style.format(try writable(duration)))
      },
      formatted(time, Duration.TimeFormatStyle.self, writable),
      formatted(units, Duration.UnitsFormatStyle.self, writable),
    ]
  }

  /// A duration that Foundation can write: it counts in 64 bits of seconds, and traps where it rounds up to a unit beyond.
  private static func writable(_ value: Value) throws(Abort) -> Duration {
    let week = 604_800.0
    guard abs(value.duration / .seconds(1)) < Double(Int64.max) - week else { throw .overflow }
    return value.duration
  }

  private static func listStyle() -> [LibraryEntry] {
    let width = "width: ListFormatStyle.Width = .standard"
    func style(_ call: NativeCall, _ member: IntegerFormatStyle<Int>?) -> Value {
      let count = call.arguments.count
      return call.made(
        ListStyle(isOr: call[count - 2].caseName == "or", width: call[count - 1].caseName, member: member))
    }
    return [
      contextual("static func list(type: ListFormatStyle.ListType, \(width)) -> ListFormatStyle") { style($0, nil) },
      contextual(
        "static func list(memberStyle: IntegerFormatStyle<Int>, type: ListFormatStyle.ListType, \(width))"
          + " -> ListFormatStyle"
      ) { call in style(call, call[call.arguments.count - 3].foundation()) },
    ]
  }

  private static let byteStyle = Choices<ByteCountFormatStyle.Style>([
    "file": .file, "memory": .memory, "decimal": .decimal, "binary": .binary,
  ])

  private static let countStyle = Choices<ByteCountFormatter.CountStyle>([
    "file": .file, "memory": .memory, "decimal": .decimal, "binary": .binary,
  ])

  private static func byteFormatter() -> [LibraryEntry] {
    [
      contextual("init()") { .native(ByteCountFormatterObject(type: $0.result)) },
      contextual(
        "static func string(fromByteCount byteCount: Int64, countStyle: ByteCountFormatter.CountStyle) -> String"
      ) { call throws(Abort) in
        let count = call.arguments.count
        return .string(
          ByteCountFormatter.string(
            fromByteCount: Int64(call[count - 2].integer), countStyle: try countStyle(call[count - 1])))
      },
      binary("func string(fromByteCount byteCount: Int64) -> String") { formatter, count in
        .string(
          formatter.object(ByteCountFormatterObject.self)?.formatter.string(fromByteCount: Int64(count.integer)) ?? "")
      },
      stored("var countStyle: ByteCountFormatter.CountStyle { get set }", ByteCountFormatterObject.self) {
        object, call in
        call.choice(of: "ByteCountFormatter.CountStyle", object.formatter.countStyle.rawValue)
      } set: { object, value throws(Abort) in
        object.formatter.countStyle = try countStyle(value)
      },
      stored("var includesUnit: Bool { get set }", ByteCountFormatterObject.self) { object, _ in
        .bool(object.formatter.includesUnit)
      } set: { object, value in
        object.formatter.includesUnit = value.flag
      },
    ]
  }
}
