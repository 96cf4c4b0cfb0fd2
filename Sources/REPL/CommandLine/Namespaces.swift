// Paths as they are typed in a namespace, and as the daemon knows them.

enum Namespaces {
  /// Whether a text is a Swift identifier, as far as that can be decided without a parser.
  static func isName(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter || first == "_" else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// A source that is no more than a name, or names with dots between them: a path as it is typed.
  static func path(_ source: String) -> String? {
    let text = source.trimmed
    let isPath = text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { isName(String($0)) }
    return isPath ? text : nil
  }

  /// `counter.n` in the namespace `red` is `red.counter.n`; so are patterns, what they exclude, and pipelines.
  /// What comes in or out of an operator is of a pipeline, whether or not that is said.
  static func absolute(_ path: String, in namespace: String?) -> String {
    if !path.hasPrefix("pipe:"), path.wholeMatch(of: /[^!].*#\d+\.(in|out)/) != nil {
      return absolute("pipe:" + path, in: namespace)
    }
    guard let namespace else { return path }
    if path.hasPrefix("!") { return "!" + absolute(String(path.dropFirst()), in: namespace) }
    if path.hasPrefix("pipe:") { return "pipe:\(namespace).\(path.dropFirst("pipe:".count))" }
    return "\(namespace).\(path)"
  }

  /// The other way, where the path is one of the namespace.
  static func local(_ path: String, in namespace: String?) -> String? {
    guard let namespace else { return path }
    return path.hasPrefix(namespace + ".") ? String(path.dropFirst(namespace.count + 1)) : nil
  }
}
