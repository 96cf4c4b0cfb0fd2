// A large value that was edited is kept as the edits. Its commits would else each have the whole of it twice in the log: before
// and after. Both can be made of the edits and any value of the path near by: see `Journal+Edits.swift`.

internal import Engine
internal import Language

/// A part of a list, or of an object's fields, that has another in its place.
struct ValueEdit: Equatable {
  /// Where the list or the object is within the value: the places of elements and of fields.
  var steps: [Int] = []
  var place: Int
  /// Both lists, or both objects.
  var removed: PortableValue
  var added: PortableValue

  func applied(to value: PortableValue) -> PortableValue? { replacing(removed, with: added, in: value, steps[...]) }

  func undone(in value: PortableValue) -> PortableValue? { replacing(added, with: removed, in: value, steps[...]) }

  /// - Returns: nil if it does not fit, which is damage.
  private func replacing(
    _ old: PortableValue, with new: PortableValue, in value: PortableValue, _ steps: ArraySlice<Int>
  ) -> PortableValue? {
    if let step = steps.first {
      switch value {
      case .list(var list):
        guard list.indices.contains(step), let part = replacing(old, with: new, in: list[step], steps.dropFirst())
        else { return nil }
        list[step] = part
        return .list(list)
      case .record(var fields):
        guard fields.indices.contains(step),
          let part = replacing(old, with: new, in: fields[step].value, steps.dropFirst())
        else { return nil }
        fields[step].value = part
        return .record(fields)
      default: return nil
      }
    }
    switch (value, old, new) {
    case (.list(var list), .list(let removed), .list(let added)):
      guard place >= 0, place <= list.count, removed.count <= list.count - place else { return nil }
      list.replaceSubrange(place..<place + removed.count, with: added)
      return .list(list)
    case (.record(var fields), .record(let removed), .record(let added)):
      guard place >= 0, place <= fields.count, removed.count <= fields.count - place else { return nil }
      fields.replaceSubrange(place..<place + removed.count, with: added)
      return .record(fields)
    default: return nil
    }
  }
}

extension [ValueEdit] {
  /// What makes one value of another, if both are large and it is little beside them: one edit after the other.
  init?(from old: PortableValue, to new: PortableValue) {
    switch (old, new) {
    case (.list(let old), .list(let new)) where old.isLong && new.isLong:
      let regions = new.regions(from: old)
      let changed = regions.reduce(0) { $0 + $1.old.count + $1.new.count }
      guard changed <= new.count / 8 else { return nil }
      self = regions.map {
        ValueEdit(
          place: $0.new.lowerBound, removed: .list(PortableList(old[$0.old])), added: .list(PortableList(new[$0.new])))
      }
    case (.record, .record), (.list, .list):
      guard old.isLarge, new.isLarge else { return nil }
      // Beside the value whole, before and after, less than a quarter.
      var search = EditSearch(bytesMax: new.byteCount / 2)
      guard search.look(old, new, []) else { return nil }
      self = search.edits
    default: return nil
    }
  }

  /// - Returns: nil if they do not fit, which is damage.
  func applied(to value: PortableValue?) -> PortableValue? {
    guard var value else { return nil }
    for edit in self {
      guard let next = edit.applied(to: value) else { return nil }
      value = next
    }
    return value
  }

  /// The value that these edits have made another of.
  func undone(in value: PortableValue?) -> PortableValue? {
    guard var value else { return nil }
    for edit in reversed() {
      guard let next = edit.undone(in: value) else { return nil }
      value = next
    }
    return value
  }
}

/// Looks for the edits between two values, from left to right: what is before one is as it will be.
private struct EditSearch {
  private(set) var edits: [ValueEdit] = []
  private var bytesLeft: Int

  /// A part that is as small is written as a whole.
  private static let bytesOfSmall = 1024
  private static let depthMax = 32

  init(bytesMax: Int) { bytesLeft = bytesMax }

  /// - Returns: false where the edits are too much, or none are known.
  mutating func look(_ old: PortableValue, _ new: PortableValue, _ steps: [Int]) -> Bool {
    switch (old, new) {
    case (.list(let old), .list(let new)): look(old, new, steps)
    case (.record(let old), .record(let new)): look(old, new, steps)
    default: false
    }
  }

  private mutating func look(_ old: PortableList, _ new: PortableList, _ steps: [Int]) -> Bool {
    for region in new.regions(from: old) {
      guard region.old.count == region.new.count else {
        let place = region.new.lowerBound
        guard note(steps, place, .list(PortableList(old[region.old])), .list(PortableList(new[region.new]))) else {
          return false
        }
        continue
      }
      for (known, place) in zip(region.old, region.new) {
        let isFound = replace(old[known], new[place], steps, place) { .list([$0]) }
        guard isFound else { return false }
      }
    }
    return true
  }

  private mutating func look(_ old: [PortableValue.Field], _ new: [PortableValue.Field], _ steps: [Int]) -> Bool {
    var (from, to) = (0, 0)
    // Made when the names differ, which those of a structure do not.
    var names: (old: Set<String>, new: Set<String>)?
    while from < old.count || to < new.count {
      if from < old.count, to < new.count, old[from].name == new[to].name {
        let name = new[to].name
        let isFound = replace(old[from].value, new[to].value, steps, to) { .record([.init(name, $0)]) }
        guard isFound else { return false }
        (from, to) = (from + 1, to + 1)
        continue
      }
      if names == nil { names = (Set(old.map(\.name)), Set(new.map(\.name))) }
      if from < old.count, !names!.new.contains(old[from].name) {
        guard note(steps, to, .record([old[from]]), .record([])) else { return false }
        from += 1
      } else if to < new.count, !names!.old.contains(new[to].name) {
        guard note(steps, to, .record([]), .record([new[to]])) else { return false }
        to += 1
      } else {
        // They have another order.
        return false
      }
    }
    return true
  }

  /// One value in the place of another.
  private mutating func replace(
    _ old: PortableValue, _ new: PortableValue, _ steps: [Int], _ place: Int,
    as container: (PortableValue) -> PortableValue
  ) -> Bool {
    if old.isIdentical(to: new) { return true }
    if steps.count < Self.depthMax, old.byteCount > Self.bytesOfSmall {
      let before = (edits, bytesLeft)
      if look(old, new, steps + [place]) { return true }
      (edits, bytesLeft) = before
    }
    return note(steps, place, container(old), container(new))
  }

  private mutating func note(_ steps: [Int], _ place: Int, _ removed: PortableValue, _ added: PortableValue) -> Bool {
    bytesLeft -= removed.byteCount + added.byteCount
    guard bytesLeft >= 0 else { return false }
    edits.append(ValueEdit(steps: steps, place: place, removed: removed, added: added))
    return true
  }
}

/// A commit as it is in the log.
struct StoredCommit: Equatable {
  /// Without the values that its edits stand for.
  var record: CommitRecord
  /// By the position of the change. The change has its value as well if it is there as a whole; what was before never is.
  var edits: [Int: [ValueEdit]] = [:]

  var revision: Int { record.revision }
}
