public import Language

/// What several commits come to, for a subscription that hears only of the newest values.
struct Conflation {
  /// What has changed since the last message, in order of first change.
  private(set) var properties: [Property] = []
  private var marks: Set<ObjectIdentifier> = []
  /// What is delivered of a property where that is not its present value alone: with `old` or a condition.
  private var extras: [ObjectIdentifier: Extra] = [:]

  private struct Extra {
    /// What the first of the commits replaced.
    let old: PortableValue?
    /// The last change that passed the condition: what came after it is not delivered.
    let newest: (change: CommitRecord.Change, revision: Int)?
  }

  /// Adds a property. Most subscriptions have a handful of paths, where looking beats hashing.
  mutating func add(_ property: Property) {
    if properties.count < 8 {
      if properties.contains(where: { $0 === property }) { return }
    } else {
      if marks.isEmpty { marks = Set(properties.map { ObjectIdentifier($0) }) }
      if !marks.insert(ObjectIdentifier(property)).inserted { return }
    }
    properties.append(property)
  }

  func contains(_ property: Property) -> Bool {
    marks.isEmpty ? properties.contains { $0 === property } : marks.contains(ObjectIdentifier(property))
  }

  /// Keeps what is delivered of a property beside its present value: two values for each path at most.
  mutating func keep(_ change: CommitRecord.Change, of property: Property, _ revision: Int, hasCondition: Bool) {
    let known = extras[ObjectIdentifier(property)]
    extras[ObjectIdentifier(property)] = Extra(
      old: known.map(\.old) ?? change.old, newest: hasCondition ? (change, revision) : nil)
  }

  /// What has become of each property.
  var changes: [ConflatedChange] {
    properties.map { property in
      guard let extra = extras[ObjectIdentifier(property)] else { return ConflatedChange(property, old: nil) }
      guard let newest = extra.newest else { return ConflatedChange(property, old: extra.old) }
      var change = newest.change
      (change.value, change.old) = (change.value.map(property.redacted), change.old.map(property.redacted))
      return ConflatedChange(change, revision: newest.revision, old: extra.old.map(property.redacted))
    }
  }

  mutating func removeAll() {
    if !properties.isEmpty { properties.removeAll(keepingCapacity: true) }
    if !marks.isEmpty { marks.removeAll(keepingCapacity: true) }
    if !extras.isEmpty { extras.removeAll() }
  }
}

/// What became of a path over several commits.
public struct ConflatedChange {
  public let path: String
  /// The commit that its value comes from.
  public let revision: Int
  public let version: Int
  /// `nil` where the path is gone.
  public let value: PortableValue?
  /// What it held before the first of the commits.
  public let old: PortableValue?

  init(_ property: Property, old: PortableValue?) {
    path = property.path
    revision = property.revision
    version = property.isRemoved ? property.version + 1 : property.version
    value = property.isRemoved ? nil : property.redacted
    self.old = old.map(property.redacted)
  }

  init(_ change: CommitRecord.Change, revision: Int, old: PortableValue?) {
    path = change.path
    self.revision = revision
    version = change.version
    value = change.value
    self.old = old
  }
}
