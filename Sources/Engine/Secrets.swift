public import Language

// Values that stay in the daemon. Which ones is decided when a property is made; programs and the journal have them as
// they are, and everything that leaves the daemon is `redacted` first. What only the engine may see is not public.

extension PortableValue {
  /// What stands in place of a secret value: `{"$secret": true}`.
  public static let secret = PortableValue.record([Field("$secret", .bool(true))])
}

extension CommitRecord.Change {
  fileprivate var redacted: Self {
    Self(path: path, value: value.map { _ in .secret }, old: old.map { _ in .secret }, version: version)
  }
}

extension Engine {
  /// The patterns of secret properties, those that except some too.
  public var secretPatterns: [String] {
    guard let secrets else { return [] }
    return secrets.included.map(\.text) + secrets.excluded.map { "!" + $0.text }
  }

  /// Whether what is at a path is secret, be it a property, a part of one, or one that is no longer there.
  func isSecret(_ path: String) -> Bool {
    guard let secrets else { return false }
    return secrets.matches(path.prefix { $0 != "[" }.split(separator: ".").map(String.init))
  }

  func redacted(_ change: CommitRecord.Change) -> CommitRecord.Change {
    isSecret(change.path) ? change.redacted : change
  }

  func redacted(_ record: CommitRecord) -> CommitRecord {
    guard secrets != nil else { return record }
    return CommitRecord(
      revision: record.revision, at: record.at, cause: record.cause, changes: record.changes.map { redacted($0) })
  }

  func redacted(_ value: PortableValue, at path: String) -> PortableValue { isSecret(path) ? .secret : value }

  /// Whether what comes out of a stream is secret: it takes in something secret, or did before its program changed.
  func isSecret(_ source: StreamSource) -> Bool {
    guard secrets != nil else { return false }
    if !source.isSecret, let pipeline = source.observation?.pipeline ?? source.pipeline {
      source.isSecret = pipeline.inputs.contains { isSecret($0) }
    }
    return source.isSecret
  }

  /// Refusals quote what was given.
  func redacted(_ error: EngineError) -> EngineError {
    switch error {
    case .typeMismatch(let path, let expected, _) where isSecret(path):
      .typeMismatch(path: path, expected: expected, got: "something else")
    case .validation(let path, _) where isSecret(path): .validation(path: path, rule: "the value does not do")
    default: error
    }
  }
}
