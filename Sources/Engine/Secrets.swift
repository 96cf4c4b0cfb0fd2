public import Language

// Values that stay in the daemon. Which ones is decided when a property is made; programs and the journal have them as
// they are, and everything that is told of them goes through `told`. What only the engine may see is not public.

extension PortableValue {
  /// What is told instead of a secret value: `{"$secret": true}`.
  public static let secret = PortableValue.record([Field("$secret", .bool(true))])
}

extension CommitRecord.Change {
  fileprivate var concealed: Self {
    Self(path: path, value: value.map { _ in .secret }, old: old.map { _ in .secret }, version: version)
  }
}

extension Engine {
  /// The patterns of secret properties, those that except some too.
  public var secretPatterns: [String] {
    guard let secrets else { return [] }
    return secrets.included.map(\.text) + secrets.excluded.map { "!" + $0.text }
  }

  /// Whether what is at a path is not told, be it a property, a part of one, or one that is no longer there.
  func isSecret(_ path: String) -> Bool {
    guard let secrets else { return false }
    return secrets.matches(path.prefix { $0 != "[" }.split(separator: ".").map(String.init))
  }

  func told(_ change: CommitRecord.Change) -> CommitRecord.Change { isSecret(change.path) ? change.concealed : change }

  func told(_ record: CommitRecord) -> CommitRecord {
    guard secrets != nil else { return record }
    var told = record
    told.changes = record.changes.map { self.told($0) }
    return told
  }

  func told(_ value: PortableValue, at path: String) -> PortableValue { isSecret(path) ? .secret : value }

  /// Whether what comes out of a stream is not told: it takes in something secret, or did before its program changed.
  func isSecret(_ source: StreamSource) -> Bool {
    guard secrets != nil else { return false }
    if !source.isSecret, let pipeline = source.observation?.pipeline ?? source.pipeline {
      source.isSecret = pipeline.inputs.contains { isSecret($0) }
    }
    return source.isSecret
  }

  /// Refusals quote what was given.
  func told(_ error: EngineError) -> EngineError {
    switch error {
    case .typeMismatch(let path, let expected, _) where isSecret(path):
      .typeMismatch(path: path, expected: expected, got: "something else")
    case .validation(let path, _) where isSecret(path): .validation(path: path, rule: "the value does not do")
    default: error
    }
  }
}
