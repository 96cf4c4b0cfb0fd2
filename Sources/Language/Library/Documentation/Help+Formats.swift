/// Help: numbers, dates, lists and spans as text, and measurements. See `Documentation` for how it is written.
extension Documentation {
  static let formats = #"""
    # Int.formatted, Double.formatted, Decimal.formatted
    The number as people read it, or in a style: .number, .percent, .currency(code:), .byteCount(style:).
    print(1_234_567.formatted(), 0.256.formatted(.percent), 1234.5.formatted(.currency(code: "USD")))
    print(1234.5.formatted(.number.precision(.fractionLength(2))), 1_234_567.formatted(.number.notation(.compactName)))
    => 1,234,567 25.6% US$1,234.50
    => 1,234.50 1.2M

    # IntegerFormatStyle, IntegerFormatStyle.number, FloatingPointFormatStyle, FloatingPointFormatStyle.number, Decimal.FormatStyle, Decimal.FormatStyle.number
    How numbers are written. It can be kept and used again.
    let short = IntegerFormatStyle<Int>().notation(.compactName)
    print(1_500.formatted(short), 2_000_000.formatted(short))
    => 1.5K 2M

    # IntegerFormatStyle.Percent, IntegerFormatStyle.Percent.percent, FloatingPointFormatStyle.Percent, FloatingPointFormatStyle.Percent.percent, Decimal.FormatStyle.Percent, Decimal.FormatStyle.Percent.percent
    Numbers as percentages; 0.25 is 25%.
    print(0.256.formatted(.percent), 0.256.formatted(.percent.precision(.fractionLength(0))))
    => 25.6% 26%

    # IntegerFormatStyle.Currency, IntegerFormatStyle.Currency.currency, FloatingPointFormatStyle.Currency, FloatingPointFormatStyle.Currency.currency, Decimal.FormatStyle.Currency, Decimal.FormatStyle.Currency.currency
    Numbers as amounts of money.
    let euros: FloatingPointFormatStyle<Double>.Currency = .currency(code: "EUR")
    print(2.5.formatted(euros), euros.format(1000))
    => €2.50 €1,000.00

    # *.format
    A value in the style, as text.
    print(FloatingPointFormatStyle<Double>().format(1234.5))
    => 1,234.5

    # *.precision, NumberFormatStyleConfiguration.Precision, NumberFormatStyleConfiguration.Precision.fractionLength, NumberFormatStyleConfiguration.Precision.integerLength, NumberFormatStyleConfiguration.Precision.significantDigits, NumberFormatStyleConfiguration.Precision.integerAndFractionLength
    How many digits are written: behind the point, before it, or in all.
    print(2.5.formatted(.number.precision(.fractionLength(2))), 3.14159.formatted(.number.precision(.significantDigits(3))))
    print(7.formatted(.number.precision(.integerLength(3))))
    => 2.50 3.14
    => 007

    # *.grouping, NumberFormatStyleConfiguration.Grouping
    Whether something stands between thousands: automatic or never.
    print(1_234_567.formatted(.number.grouping(.never)))
    => 1234567

    # *.sign, NumberFormatStyleConfiguration.SignDisplayStrategy, NumberFormatStyleConfiguration.SignDisplayStrategy.always, CurrencyFormatStyleConfiguration.SignDisplayStrategy, CurrencyFormatStyleConfiguration.SignDisplayStrategy.always, CurrencyFormatStyleConfiguration.SignDisplayStrategy.accountingAlways
    When a sign is written: automatic, never, always; of money also in parentheses.
    print(5.formatted(.number.sign(strategy: .always())), (-5).formatted(.currency(code: "USD").sign(strategy: .accounting)))
    => +5 (US$5.00)

    # *.decimalSeparator, NumberFormatStyleConfiguration.DecimalSeparatorDisplayStrategy
    Whether a point is written also where nothing is behind it.
    print(2.0.formatted(.number.decimalSeparator(strategy: .always)))
    => 2.

    # *.notation, NumberFormatStyleConfiguration.Notation
    As usual, short with a letter, or with a power of ten.
    print(1_500_000.formatted(.number.notation(.compactName)), 1500.0.formatted(.number.notation(.scientific)))
    => 1.5M 1.5E3

    # *.scale
    What numbers are multiplied by before they are written.
    print(5.formatted(.number.scale(2)))
    => 10

    # *.rounded
    How numbers are rounded, and to multiples of what.
    print(7.6.formatted(.number.rounded(rule: .down, increment: 1)))
    => 7

    # *.presentation, CurrencyFormatStyleConfiguration.Presentation
    How the money is named: standard, narrow, isoCode, fullName.
    print(5.5.formatted(.currency(code: "USD").presentation(.isoCode)), 2.5.formatted(.currency(code: "USD").presentation(.narrow)))
    => USD 5.50 $2.50

    # *.locale
    The style in the language of a country.
    print(1234.5.formatted(.number.locale(Locale(identifier: "de_DE"))))
    => 1.234,5

    # NumberFormatStyleConfiguration, CurrencyFormatStyleConfiguration
    What styles of numbers and of money can be told.
    let places: NumberFormatStyleConfiguration.Precision = .fractionLength(2)
    print(2.5.formatted(.number.precision(places)))
    => 2.50

    # Date.formatted
    The date as people read it, in the zone GMT; with as much of day and time as is asked for, or in a style.
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    print(date.formatted(date: .abbreviated, time: .shortened))
    print(date.formatted(.dateTime.year().month(.wide).day()), date.formatted(.iso8601))
    => 14 Nov 2023 at 10:13 PM
    => 14 November 2023 2023-11-14T22:13:20Z

    # Date.FormatStyle, Date.FormatStyle.dateTime, Date.FormatStyle.DateStyle, Date.FormatStyle.TimeStyle
    How dates are written: so much of day and time, or the parts that are named.
    let style = Date.FormatStyle(date: .long, time: .omitted)
    print(Date(timeIntervalSince1970: 0).formatted(style))
    => 1 January 1970

    # Date.FormatStyle.year, Date.FormatStyle.month, Date.FormatStyle.day, Date.FormatStyle.weekday, Date.FormatStyle.Symbol, Date.FormatStyle.Symbol.Year, Date.FormatStyle.Symbol.Year.padded, Date.FormatStyle.Symbol.Month, Date.FormatStyle.Symbol.Day, Date.FormatStyle.Symbol.Weekday
    A part of the day, and how it is written: wide, abbreviated, narrow, twoDigits.
    print(Date(timeIntervalSince1970: 0).formatted(.dateTime.weekday(.wide).day().month(.wide).year()))
    => Thursday, 1 January 1970

    # Date.FormatStyle.hour, Date.FormatStyle.minute, Date.FormatStyle.second, Date.FormatStyle.timeZone, Date.FormatStyle.Symbol.Hour, Date.FormatStyle.Symbol.Hour.defaultDigits, Date.FormatStyle.Symbol.Hour.twoDigits, Date.FormatStyle.Symbol.Hour.AMPMStyle, Date.FormatStyle.Symbol.Minute, Date.FormatStyle.Symbol.Second
    A part of the time, and how it is written.
    print(Date(timeIntervalSince1970: 0).formatted(.dateTime.hour().minute()))
    => 12:00 AM

    # Date.ISO8601FormatStyle, Date.ISO8601FormatStyle.init, Date.ISO8601FormatStyle.iso8601, Date.ISO8601FormatStyle.year, Date.ISO8601FormatStyle.month, Date.ISO8601FormatStyle.day, Date.ISO8601FormatStyle.time
    Dates as ISO 8601 writes them, all or the parts that are named.
    let date = Date(timeIntervalSince1970: 0)
    print(date.formatted(.iso8601), date.formatted(.iso8601.year().month().day()))
    => 1970-01-01T00:00:00Z 1970-01-01

    # Date.ISO8601FormatStyle.dateSeparator, Date.ISO8601FormatStyle.timeSeparator, Date.ISO8601FormatStyle.dateTimeSeparator, Date.ISO8601FormatStyle.DateSeparator, Date.ISO8601FormatStyle.TimeSeparator, Date.ISO8601FormatStyle.DateTimeSeparator
    What stands between the parts.
    print(Date(timeIntervalSince1970: 0).formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted)))
    => 19700101T000000Z

    # Date.RelativeFormatStyle, Date.RelativeFormatStyle.relative, Date.RelativeFormatStyle.Presentation, Date.RelativeFormatStyle.UnitsStyle
    How far a date is from now.
    print(Date(timeIntervalSinceNow: -86_400).formatted(.relative(presentation: .named)))
    => yesterday

    # Sequence.formatted, ListFormatStyle, ListFormatStyle.list, ListFormatStyle.ListType, ListFormatStyle.Width
    The elements as a sentence lists them.
    print(["a", "b", "c"].formatted(), ["a", "b"].formatted(.list(type: .or)))
    => a, b, and c a or b

    # Duration.formatted
    The span as people read it, or in a style: .time(pattern:), .units(allowed:width:).
    print(Duration.seconds(3725).formatted(), Duration.seconds(90).formatted(.units(allowed: [.minutes, .seconds], width: .wide)))
    => 1:02:05 1 minute, 30 seconds

    # Duration.TimeFormatStyle, Duration.TimeFormatStyle.time, Duration.TimeFormatStyle.Pattern
    Hours, minutes and seconds with colons.
    print(Duration.seconds(65).formatted(.time(pattern: .minuteSecond)))
    => 1:05

    # Duration.UnitsFormatStyle, Duration.UnitsFormatStyle.units, Duration.UnitsFormatStyle.Unit, Duration.UnitsFormatStyle.UnitWidth
    A span with the names of its units.
    print(Duration.seconds(3725).formatted(.units(allowed: [.hours, .minutes], width: .wide)))
    => 1 hour, 2 minutes

    # ByteCountFormatStyle, ByteCountFormatStyle.byteCount, ByteCountFormatStyle.Style
    Numbers of bytes, as files or memory are measured.
    print(1_500_000.formatted(.byteCount(style: .file)), Int64(1500).formatted(.byteCount(style: .memory)))
    => 1.5 MB 1 kB

    # ByteCountFormatter, ByteCountFormatter.string, ByteCountFormatter.CountStyle, ByteCountFormatter.countStyle, ByteCountFormatter.includesUnit
    Numbers of bytes as text, as an object.
    print(ByteCountFormatter.string(fromByteCount: 1_500_000, countStyle: .file))
    => 1.5 MB

    # Measurement, Measurement.value, Measurement.unit
    A number with a unit. Those of one kind can be compared and added whatever their units.
    let run = Measurement(value: 5, unit: UnitLength.kilometers)
    print(run, run + Measurement(value: 500, unit: .meters), run > Measurement(value: 3, unit: UnitLength.miles))
    => 5.0 km 5500.0 m true

    # Measurement.converted
    The same in another unit.
    print(Measurement(value: 100, unit: UnitTemperature.celsius).converted(to: .kelvin))
    => 373.15 K

    # Unit, Unit.symbol, Dimension, UnitLength, UnitMass, UnitTemperature, UnitDuration, UnitSpeed, UnitVolume, UnitArea, UnitEnergy, UnitAngle
    Units that measurements can have; those of one kind can be converted.
    print(UnitLength.kilometers.symbol, Measurement(value: 90, unit: UnitDuration.minutes).converted(to: .hours))
    => km 1.5 h
    """#
}
