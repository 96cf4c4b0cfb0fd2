/// What a program says of its own declarations: the `///` comment above them.
extension Declaration {
  var comment: String? {
    guard let file = declaredIn, !file.isLibrary, span.start > 0 || span.end > 0 else { return nil }
    return file.documentation(above: span.start)?.text
  }
}

extension Nominal {
  var comment: String? {
    guard let file, !file.isLibrary else { return nil }
    return file.documentation(above: span.start)?.text
  }
}

extension String {
  /// What stands before the first empty line, as one line.
  var firstParagraph: String {
    split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty && !$0.hasPrefix("- ") }
      .joined(separator: " ")
  }
}
