/// All that help is written in.
extension Documentation {
  static let texts = [
    attributes, basics, coding, collections, combining, concurrency, dates, declarations, dictionaries, dispatch,
    extras, formats, numbers, operators, publishers, sequences, statements, strings, urls,
  ]
}
