/// One atomic step of history: what changed, when and why. Shared by every subscription that reads it.
public final class Commit {
  /// What the journal keeps.
  let record: CommitRecord
  /// The same as clients may know it.
  public let redacted: CommitRecord
  /// The changed properties, parallel to `record.changes`; `nil` for one that no longer exists or is not visible.
  let properties: ChangedProperties
  /// A place for whoever delivers commits to keep what it made of this one (its bytes), so that it is made once.
  public var attachment: AnyObject?
  /// What it counts in the log of commits.
  var size = 0

  init(record: CommitRecord, redacted: CommitRecord, properties: ChangedProperties) {
    self.record = record
    self.redacted = redacted
    self.properties = properties
  }

  public var revision: Int { record.revision }
  var changeCount: Int { properties.count }

  /// The property of a change; `nil` for one that no longer exists or is not visible.
  public func property(at position: Int) -> Property? { properties[position] }
}

/// What a commit has changed. Nearly every commit changes one property, which then takes no array.
struct ChangedProperties: RandomAccessCollection {
  private let only: Property?
  private let several: [Property?]?

  init(_ property: Property) {
    only = property
    several = nil
  }

  init(_ properties: [Property?]) {
    only = nil
    several = properties
  }

  var startIndex: Int { 0 }
  var endIndex: Int { several?.count ?? 1 }

  subscript(position: Int) -> Property? {
    guard let several else { return only }
    return several[position]
  }
}
