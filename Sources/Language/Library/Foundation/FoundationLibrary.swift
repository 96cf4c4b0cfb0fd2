/// The tables of those Foundation types that are values of their own: dates, bytes, identifiers, addresses.
enum FoundationLibrary {
  static let types = values.merging(requestTypes) { first, _ in first }.merging(errorTypes) { first, _ in first }
    .merging(formatterTypes) { first, _ in first }.merging(calendarTypes) { first, _ in first }
    .merging(numberTypes) { first, _ in first }.merging(bundleTypes) { first, _ in first }
    .merging(numberStyleTypes) { first, _ in first }.merging(stylePartTypes) { first, _ in first }
    .merging(dateStyleTypes) { first, _ in first }.merging(otherStyleTypes) { first, _ in first }
    .merging(measurementTypes) { first, _ in first }.merging(relativeFormatterTypes) { first, _ in first }
    .merging(textTypes) { first, _ in first }.merging(indexSetTypes) { first, _ in first }
    .merging(lockTypes) { first, _ in first }.merging(platformErrorTypes) { first, _ in first }
    .merging(objectTypes) { first, _ in first }.merging(geometryTypes) { first, _ in first }
    .merging(settingsTypes) { first, _ in first }.merging(processTypes) { first, _ in first }
    .merging(cacheTypes) { first, _ in first }.merging(patternTypes) { first, _ in first }
    .merging(scannerTypes) { first, _ in first }.merging(loggerTypes) { first, _ in first }
    .merging(serializationTypes) { first, _ in first }.merging(comparatorTypes) { first, _ in first }

  private static let values: [String: @Sendable () -> LibraryType] = [
    "Date": date, "UUID": uuid, "URL": url, "URLComponents": urlComponents, "URLQueryItem": urlQueryItem, "Data": data,
    "Data.Base64EncodingOptions": base64EncodingOptions, "Data.Base64DecodingOptions": base64DecodingOptions,
    "String.Encoding": stringEncoding, "LocalizedError": localizedError,
  ]

  static let aliases = [
    "TimeInterval": "Double", "CGFloat": "Double", "NSInteger": "Int", "LocalizedStringResource": "String",
    "NSNotification": "Notification",
  ]

  static func globals() -> [LibraryEntry] {
    dateOperators() + decimalOperators() + measurementOperators() + mathematics() + platformErrorGlobals()
      + processGlobals() + patternGlobals() + errorCodeGlobals()
  }

  /// What Foundation adds to types of others: `formatted()`.
  static let additions: [String: @Sendable () -> [LibraryEntry]] = numberFormats.merging([
    "Range": unitRangeInitialisers, "Date": dateFormats, "Sequence": { listFormats() + sortedBy() },
    "MutableCollection": sortBy, "Duration": durationFormats,
    "Error": errorDescriptions,
  ]) { first, _ in first }.merging(calendarAdditions) { first, _ in first }
    .merging(textAdditions) { first, _ in first }
}
