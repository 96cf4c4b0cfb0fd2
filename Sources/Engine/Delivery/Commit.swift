/// One atomic step of history: what changed, when and why. Shared by every subscription that reads it.
public final class Commit {
  /// What the journal keeps.
  let record: CommitRecord
  /// The same as clients may know it.
  public let redacted: CommitRecord
  /// The changed properties, parallel to `record.changes`; `nil` for one that no longer exists or is not visible.
  let properties: [Property?]
  /// A place for whoever delivers commits to keep what it made of this one (its bytes), so that it is made once.
  public var attachment: AnyObject?
  /// What it counts in the log of commits.
  var size = 0

  init(record: CommitRecord, redacted: CommitRecord, properties: [Property?]) {
    self.record = record
    self.redacted = redacted
    self.properties = properties
  }

  public var revision: Int { record.revision }
  var changeCount: Int { properties.count }

  /// The property of a change; `nil` for one that no longer exists or is not visible.
  public func property(at position: Int) -> Property? { properties[position] }
}
