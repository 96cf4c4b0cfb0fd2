import Language

/// The write that nothing follows from: a client sets plain data of a property to which nothing in the program listens.
///
/// It is what `transact` would do, and most of what clients do; but there is nothing to find out at its end, since what it
/// changes is known at its beginning. So no transaction is opened: a transaction is what remembers how far the
/// consequences went, and what is to be undone when one of them fails.
extension Transactions {
  /// - Returns: nil if something may follow from it, or it is to be refused: then nothing has been done.
  @inline(__always)
  func writeUnheard(
    _ property: Property, in store: Store, _ value: PortableValue, _ cause: @autoclosure () -> Cause
  ) -> Engine.WriteReceipt? {
    guard current == nil, property.info.isSettable, property.isVisible else { return nil }
    let engine: Engine = engine
    if case .string(let text) = value, text.utf8.count > engine.limits.valueBytes - 2 { return nil }
    guard let isNew = store.program.writeUnheard(store.instance, property.info, value) else { return nil }
    guard isNew else {
      return Engine.WriteReceipt(revision: property.revision, version: property.version, changed: false, changes: 0)
    }
    engine.markRecords()
    let revision = engine.revision + 1
    let old = property.note(value, revision: revision, at: engine.date)
    engine.revision = revision
    engine.counts.changes += 1
    let record = CommitRecord(
      revision: revision, at: property.at, cause: cause(),
      changes: [
        .init(
          path: property.path, value: value, old: old, version: property.version, isWatchable: property.isWatchable)
      ])
    engine.records.append(.commit(record))
    engine.delivery.publish(
      Commit(record: record, redacted: engine.redacted(record), properties: ChangedProperties(property)))
    return Engine.WriteReceipt(revision: revision, version: property.version, changed: true, changes: 1)
  }
}
