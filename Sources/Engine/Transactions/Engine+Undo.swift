public import Language

/// The inverse of a commit, as another one.
extension Engine {
  /// Why a commit is not set back.
  public enum UndoRefusal: Error {
    /// History does not go back that far.
    case forgotten(Int, oldest: Int)
    /// It brought the path into being, or took it away.
    case noValueBefore(Int, path: String)
    /// What it changed has been removed since.
    case removedSince(Int, path: String)
    /// Another commit has changed the path since; the record says who.
    case changedSince(Int, path: String, value: PortableValue, by: CommitRecord)
    case engine(EngineError)
  }

  /// The last commit that a session made and that history still has.
  public func lastCommit(of session: String) -> Int? {
    var next = revision
    while next >= max(1, delivery.oldestRevision), let record = delivery.record(of: next) {
      if record.cause.by == session { return next }
      next -= 1
    }
    return nil
  }

  /// Gives all that a commit changed the values it had before, what cannot be set from outside included. Nothing of it may
  /// have changed since.
  /// - Returns: the commit that did so; `nil` when all of it is as it was.
  public func undo(_ number: Int, _ options: WriteOptions) throws(UndoRefusal) -> CommitRecord? {
    do throws(EngineError) { try requireHealthy() } catch { throw .engine(error) }
    let writes = try undoWrites(number)
    for write in writes {
      do throws(EngineError) {
        try requireOwn(write.property.store, write.property.path, with: writes.map(\.property.path))
      } catch { throw .engine(error) }
    }
    do throws(EngineError) {
      let commit = try transactions.transact(options.cause, activity: options.activity) { () throws(EngineError) in
        for write in writes {
          var target = write.target
          if target.parts != nil, write.property.writtenIn == transactions.current?.number {
            // The write of another property has set off one of this.
            do throws(ValueMismatch) { target = try undoTarget(write.property, write.old) } catch {
              throw EngineError(error, at: write.property.path)
            }
          }
          try attempt { () throws(RunFailure) in try target.assign() }
        }
      }.1
      options.activity?.leave()
      return commit?.redacted
    } catch { throw .engine(redacted(error)) }
  }

  /// What has to be written to set a commit back.
  func undoWrites(_ number: Int) throws(UndoRefusal) -> [(property: Property, old: PortableValue, target: Target)] {
    guard number <= revision else { throw .engine(.revisionInTheFuture(number)) }
    guard number > 0, let record = delivery.record(of: number) else {
      throw .forgotten(number, oldest: delivery.oldestRevision)
    }
    var writes: [(property: Property, old: PortableValue, target: Target)] = []
    for change in record.changes {
      guard let old = change.old, change.value != nil else { throw .noValueBefore(number, path: change.path) }
      guard let property = stores.property(at: change.path) else {
        throw .removedSince(number, path: change.path)
      }
      guard property.revision == number else {
        throw .changedSince(
          number, path: change.path, value: property.redacted,
          by: redacted(
            delivery.record(of: property.revision)
              ?? CommitRecord(revision: property.revision, at: property.at, cause: Cause(by: "engine"), changes: [])))
      }
      do throws(ValueMismatch) { writes.append((property, old, try undoTarget(property, old))) } catch {
        throw .engine(redacted(EngineError(error, at: change.path)))
      }
    }
    return writes
  }

  private func undoTarget(_ property: Property, _ old: PortableValue) throws(ValueMismatch) -> Target {
    if let target = try listTarget(property, old) { return target }
    return Target(
      destination: .property(property.store, property.info), property: property, rest: [],
      value: try root.program.value(old, as: property.info))
  }
}
