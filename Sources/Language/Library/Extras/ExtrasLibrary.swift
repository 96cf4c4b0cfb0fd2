/// What programs find here and not in Apple's libraries: operators and sources for a daemon.
enum ExtrasLibrary {
  static let types = SourcesLibrary.types.merging(others) { first, _ in first }
    .merging(ProvidedLibrary.types) { first, _ in first }

  private static let others: [String: @Sendable () -> LibraryType] = [
    "Backoff": backoff, "HTTPError": httpError, "LoadState": loadState,
    "Draft": draft, "DraftConflict": draftConflict, "BindingError": bindingError,
    "ExpectationFailedError": { LibraryType("struct ExpectationFailedError: Error {}", [], .values) },
  ]

  /// What is added to types of other modules, by the names of the types.
  static let additions: [String: @Sendable () -> [LibraryEntry]] = [
    "Publisher": retrying, "URLSession.DataTaskPublisher": checkedData,
    "ObservableObject": { watchedTasks() + watchedLoads() },
  ]

  static func globals() -> [LibraryEntry] {
    SourcesLibrary.globals() + ExpectationLibrary.globals() + MarbleExpectationLibrary.globals()
      + ProvidedLibrary.globals()
  }
}
