public import Language

// Values that stay in the daemon. Which ones is decided when a property is made; programs and the journal have them as
// they are, and everything that leaves the daemon is `redacted` first. What only the engine may see is not public.

extension PortableValue {
  /// What stands in place of a secret value: `{"$secret": true}`.
  public static let secret = PortableValue.record([Field("$secret", .bool(true))])
}

/// What of a property's values stays in the daemon.
enum Secrecy {
  case none
  /// Fields somewhere within them, which the filter takes in.
  case parts(PathFilter)
  case whole

  init(of schema: Schema, at names: [String], _ secrets: PathFilter?) {
    guard let secrets else {
      self = .none
      return
    }
    self = secrets.matches(names) ? .whole : secrets.matchesPart(of: schema, at: names) ? .parts(secrets) : .none
  }
}

extension PathFilter {
  /// Whether values of this kind may have fields, at whatever depth, that it takes in.
  fileprivate func matchesPart(of schema: Schema, at names: [String]) -> Bool {
    func anyMatches(_ fields: [Schema.Field], _ names: [String]) -> Bool {
      fields.contains { field in
        let inner = names + [field.name]
        return matches(inner) || matchesPart(of: field.schema, at: inner)
      }
    }
    return switch schema {
    case .optional(let inner), .list(let inner): matchesPart(of: inner, at: names)
    // Which keys there will be is not known; this one is named by no pattern but `*` and `**`.
    case .dictionary(_, let value): matchesPart(of: value, at: names + ["\u{0}"])
    case .tuple(let fields), .record(_, let fields, _): anyMatches(fields, names)
    case .enumeration(_, let cases): cases.contains { anyMatches($0.payload, names + [$0.name]) }
    default: false
    }
  }

  /// The value without what it takes in. The elements of a list have the list's own names.
  func masking(_ value: PortableValue, at names: [String]) -> PortableValue {
    if matches(names) { return .secret }
    switch value {
    case .record(let fields):
      return .record(fields.map { PortableValue.Field($0.name, masking($0.value, at: names + [$0.name])) })
    case .list(let items): return .list(items.map { masking($0, at: names) })
    default: return value
    }
  }
}

extension Engine {
  /// The patterns of secret properties, those that except some too.
  public var secretPatterns: [String] {
    guard let secrets else { return [] }
    return secrets.included.map(\.text) + secrets.excluded.map { "!" + $0.text }
  }

  /// The names in a path, as patterns know them; of one that begins with a binding, those of what this leads to.
  func names(in path: String) -> [String] {
    guard let parsed = try? Path(path) else { return path.split(separator: ".").map(String.init) }
    guard stores.property(at: path) == nil, case (.binding(let binding), let rest)? = (try? find(parsed)) ?? nil,
      let origin = binding.origin, let tag = origin.object.hostTag
    else { return Self.names(of: parsed.steps) }
    return unsafeDowncast(tag, to: Store.self).segments + origin.names + Self.names(of: rest)
  }

  /// An element of a list has none of its own.
  private static func names(of steps: [PathStep]) -> [String] {
    steps.compactMap { step in
      switch step {
      case .member(let name), .key(let name): name
      default: nil
      }
    }
  }

  /// Whether what is at a path is secret or has secret parts, be it a property, a part of one, or one that is no longer there.
  public func hasSecrets(_ path: String) -> Bool {
    guard let secrets else { return false }
    let names = names(in: path)
    if secrets.matches(names) { return true }
    // The property that it is, or is a part of.
    return names.indices.contains { end in
      guard case .parts? = stores.property(at: names[...end].joined(separator: "."))?.secrecy else { return false }
      return true
    }
  }

  func redacted(_ change: CommitRecord.Change) -> CommitRecord.Change {
    guard secrets != nil else { return change }
    var redacted = change
    redacted.value = change.value.map { self.redacted($0, at: change.path) }
    redacted.old = change.old.map { self.redacted($0, at: change.path) }
    return redacted
  }

  func redacted(_ record: CommitRecord) -> CommitRecord {
    if case .none = secrets { return record }
    return CommitRecord(
      revision: record.revision, at: record.at, cause: record.cause, changes: record.changes.map { redacted($0) },
      links: record.links)
  }

  func redacted(_ value: PortableValue, at path: String) -> PortableValue {
    secrets?.masking(value, at: names(in: path)) ?? value
  }

  /// Whether what comes out of a stream is secret: it takes in something secret, or did before its program changed.
  func isSecret(_ source: StreamSource) -> Bool {
    guard secrets != nil else { return false }
    if !source.isSecret, let pipeline = source.observation?.pipeline ?? source.pipeline {
      source.isSecret = pipeline.inputs.contains { hasSecrets($0) }
    }
    return source.isSecret
  }

  /// Refusals quote what was given.
  func redacted(_ error: EngineError) -> EngineError {
    switch error {
    case .typeMismatch(let path, let expected, _) where hasSecrets(path):
      .typeMismatch(path: path, expected: expected, got: "something else")
    case .validation(let path, _) where hasSecrets(path): .validation(path: path, rule: "the value does not do")
    case .refusedByProvider(let path, _) where hasSecrets(path):
      .refusedByProvider(path: path, reason: "the value does not do")
    case .draftGone(let name, let path, _) where hasSecrets(path):
      .draftGone(name, path: path, reason: "it cannot be read")
    default: error
    }
  }
}
