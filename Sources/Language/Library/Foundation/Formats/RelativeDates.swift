/// `RelativeDateTimeFormatter`, which Foundation on Linux lacks: its style of relative dates does the work.
internal import Foundation

private final class RelativeFormatterObject: NativeObject {
  /// The number of the case of `UnitsStyle`.
  var units = 0
  var isNamed = false
  var locale = Locale.ofPrograms

  /// How far it is to what is so many seconds away.
  func text(_ seconds: Double) -> String {
    let styles: [Date.RelativeFormatStyle.UnitsStyle] = [.wide, .spellOut, .abbreviated, .narrow]
    let style = Date.RelativeFormatStyle(
      presentation: isNamed ? .named : .numeric, unitsStyle: styles[units], locale: locale,
      calendar: Calendar(identifier: .gregorian))
    return style.format(Date(timeIntervalSinceNow: seconds))
  }
}

extension FoundationLibrary {
  static let relativeFormatterTypes: [String: @Sendable () -> LibraryType] = [
    "RelativeDateTimeFormatter": { LibraryType("class RelativeDateTimeFormatter {}", relativeFormatter()) },
    "RelativeDateTimeFormatter.UnitsStyle": {
      LibraryType("enum UnitsStyle: Int { case full = 0, spellOut, short, abbreviated }")
    },
    "RelativeDateTimeFormatter.DateTimeStyle": {
      LibraryType("enum DateTimeStyle: Int { case numeric = 0, named }")
    },
  ]

  private static func relativeFormatter() -> [LibraryEntry] {
    let type = "RelativeDateTimeFormatter"
    return [
      contextual("init()") { .native(RelativeFormatterObject(type: $0.result)) },
      stored("var unitsStyle: \(type).UnitsStyle { get set }", RelativeFormatterObject.self) { object, call in
        call.choice(of: type + ".UnitsStyle", object.units)
      } set: { object, value in
        object.units = ["full", "spellOut", "short", "abbreviated"].firstIndex(of: value.caseName) ?? 0
      },
      stored("var dateTimeStyle: \(type).DateTimeStyle { get set }", RelativeFormatterObject.self) { object, call in
        call.choice(of: type + ".DateTimeStyle", object.isNamed ? 1 : 0)
      } set: { object, value in
        object.isNamed = value.caseName == "named"
      },
      stored("var locale: Locale { get set }", RelativeFormatterObject.self) { object, call in
        call.locale(object.locale)
      } set: { object, value in
        object.locale = value.locale
      },
      list("func localizedString(for date: Date, relativeTo referenceDate: Date) -> String") { operands in
        let distance = operands[1].foundationDate.timeIntervalSince(operands[2].foundationDate)
        return .string(operands[0].object(RelativeFormatterObject.self)?.text(distance) ?? "")
      },
      binary("func localizedString(fromTimeInterval timeInterval: TimeInterval) -> String") { formatter, seconds in
        .string(formatter.object(RelativeFormatterObject.self)?.text(seconds.number) ?? "")
      },
    ]
  }
}
