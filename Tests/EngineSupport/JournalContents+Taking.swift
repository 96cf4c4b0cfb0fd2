public import Engine

extension JournalContents {
  /// What storage holds after one more record: the rules of the storage protocol, written down in the plainest way.
  public mutating func take(_ record: JournalRecord) {
    switch record {
    case .epoch(let epoch): self.epoch = epoch
    case .commit(let commit):
      revision = commit.revision
      for change in commit.changes {
        values.removeAll { $0.path == change.path }
        guard let value = change.value else { continue }
        values.append(
          KeptValue(
            path: change.path, value: value, revision: commit.revision, at: commit.at, version: change.version))
      }
    case .declare(let declaration):
      declarations.removeAll { $0.order == declaration.order }
      declarations.append(declaration)
      declarations.sort { $0.order < $1.order }
    case .withdraw(let order): declarations.removeAll { $0.order == order }
    case .forget(let path): values.removeAll { $0.path == path }
    case .keep(let kept):
      values.removeAll { $0.path == kept.path }
      values.append(kept)
    case .hold(let path, let value): variables[path] = value
    case .lead(let lead): self.lead = lead
    }
  }
}
