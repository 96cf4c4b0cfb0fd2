/// The plain form of something large that was made of another, of the parts in which the two differ: of a long list, of a
/// dictionary, or of a structure or a case that has one inside.
///
/// A list of a hundred thousand elements takes a tenth of a second to be made plain data; to find the one element that is
/// not the object it was takes less than a thousandth of that for each thousand.

/// A part of an array, and what is in its place in a newer one.
struct ArrayChange {
  var old: Range<Int>
  var new: Range<Int>
}

extension [Value] {
  /// How far a place is looked for at which two arrays go on alike.
  private static let reach = 8

  /// Where it differs from an older one, from left to right; nil where that is more than an eighth. O(count), and quick
  /// where elements share their storage.
  func changes(from old: [Value]) -> [ArrayChange]? {
    var changes: [ArrayChange] = []
    var left = count / 8
    var (from, to) = (0, 0)
    while true {
      while from < old.count, to < count, old[from].isIdentical(to: self[to]) { (from, to) = (from + 1, to + 1) }
      if from == old.count, to == count { return changes }
      let (skipped, added) = meeting(old, from, to) ?? untilCommonEnd(old, from, to)
      left -= skipped + added
      guard left >= 0 else { return nil }
      changes.append(ArrayChange(old: from..<from + skipped, new: to..<to + added))
      (from, to) = (from + skipped, to + added)
    }
  }

  /// The fewest elements to leave out of both after which two are the same.
  private func meeting(_ old: [Value], _ from: Int, _ to: Int) -> (Int, Int)? {
    for sum in 1...2 * Self.reach {
      for skipped in Swift.max(0, sum - Self.reach)...Swift.min(sum, Self.reach) {
        let (place, other) = (from + skipped, to + sum - skipped)
        guard place < old.count, other < count, old[place].isIdentical(to: self[other]) else { continue }
        return (skipped, sum - skipped)
      }
    }
    return nil
  }

  private func untilCommonEnd(_ old: [Value], _ from: Int, _ to: Int) -> (Int, Int) {
    var (end, newEnd) = (old.count, count)
    while end > from, newEnd > to, old[end - 1].isIdentical(to: self[newEnd - 1]) {
      (end, newEnd) = (end - 1, newEnd - 1)
    }
    return (end - from, newEnd - to)
  }
}

extension Value {
  /// - Parameters:
  ///   - before: the older value, whose plain form is `plain`.
  ///   - bytes: for each part that differs.
  /// - Returns: nil if it has to be made anew, as it is nothing large or is another one.
  func plainForm(after before: Value, _ plain: PortableValue, within bytes: Int) -> (PortableValue, isChanged: Bool)? {
    guard plain.isLarge else { return nil }
    let form = Reforming(bytes: bytes).form(of: self, after: before, plain, depth: 0)
    return form.map { ($0 ?? plain, $0 != nil) }
  }
}

/// Makes plain forms of what has changed, and takes all else from the form that is known.
private struct Reforming {
  let bytes: Int

  /// - Returns: nil if it has to be made anew, and nil within where nothing has changed.
  func form(of value: Value, after before: Value, _ plain: PortableValue, depth: Int) -> PortableValue?? {
    guard StackGuard.hasRoom else { return nil }
    switch (value, before, plain) {
    case (.array(let new), .array(let old), .list(let list)) where old.count == list.count:
      if new.place == old.place, new.count == old.count { return .some(nil) }
      return elements(new, old, list, depth)
    case (.dictionary(let new), .dictionary(let old), .record(let fields)) where old.count == fields.count:
      return entries(new, old, fields, depth)
    case (.record(let new), .record(let old), .record(let fields)):
      if new === old { return .some(nil) }
      let type = new.type
      guard type === old.type, type.isPlainRecord, !type.isRange else { return nil }
      let properties = type.plainProperties
      func parts(_ record: Record) -> [Value] {
        properties.count == record.fields.count ? record.fields : properties.map { $0.stored(in: record.fields) }
      }
      return members(parts(new), parts(old), fields, depth) { properties[$0].name }
    case (.payload(let new), .payload(let old), .record(let fields)):
      if new === old { return .some(nil) }
      guard new.enumCase === old.enumCase, fields.count == 1 else { return nil }
      let isBare = new.values.count == 1 && new.enumCase.payload.first?.label == nil
      let body: PortableValue??
      if isBare {
        body = part(new.values[0], old.values[0], fields[0].value, depth + 1)
      } else if case .record(let parts) = fields[0].value {
        let names = new.enumCase.payloadNames
        body = members(new.values, old.values, parts, depth) { names[$0] }
      } else {
        return nil
      }
      return body.map { $0.map { .record([PortableValue.Field(fields[0].name, $0)]) } }
    case (.any(let new), .any(let old), _):
      if new === old { return .some(nil) }
      return new.type == old.type ? form(of: new.value, after: old.value, plain, depth: depth + 1) : nil
    default: return nil
    }
  }

  /// The same of any part, made anew where that has to be.
  private func part(_ value: Value, _ before: Value, _ plain: PortableValue, _ depth: Int) -> PortableValue?? {
    if let form = form(of: value, after: before, plain, depth: depth) { return form }
    if value.isIdentical(to: before) { return .some(nil) }
    guard case .plain(let form) = value.plainForm(within: bytes, depth: depth) else { return nil }
    return form
  }

  private func members(
    _ new: [Value], _ old: [Value], _ fields: [PortableValue.Field], _ depth: Int, _ name: (Int) -> String
  ) -> PortableValue?? {
    guard new.count == fields.count, old.count == fields.count else { return nil }
    var changed: [PortableValue.Field]?
    for place in fields.indices {
      guard fields[place].name == name(place),
        let form = part(new[place], old[place], fields[place].value, depth + 1)
      else { return nil }
      guard let form else { continue }
      if changed == nil { changed = fields }
      changed![place].value = form
    }
    return .some(changed.map { .record($0) })
  }

  private func elements(_ new: [Value], _ old: [Value], _ list: PortableList, _ depth: Int) -> PortableValue?? {
    if new.count == old.count, !list.isLong {
      var edited: PortableList?
      for place in new.indices {
        guard let form = part(new[place], old[place], list[place], depth + 1) else { return nil }
        guard let form else { continue }
        if edited == nil { edited = list }
        edited![place] = form
      }
      return .some(edited.map { .list($0) })
    }
    guard let changes = new.changes(from: old) else { return nil }
    if changes.isEmpty { return .some(nil) }
    var edited = list
    for change in changes {
      var added: [PortableValue] = []
      for (place, position) in change.new.enumerated() {
        // What stands where another stood may be most of it.
        if change.old.count == change.new.count {
          let known = change.old.lowerBound + place
          guard let form = part(new[position], old[known], list[known], depth + 1) else { return nil }
          added.append(form ?? list[known])
        } else {
          guard case .plain(let form) = new[position].plainForm(within: bytes, depth: depth + 1) else { return nil }
          added.append(form)
        }
      }
      let place = change.new.lowerBound
      edited.replaceSubrange(place..<place + change.old.count, with: added)
    }
    return .list(edited)
  }

  /// Entries are in the order of their keys.
  private func entries(
    _ new: [Value: Value], _ old: [Value: Value], _ fields: [PortableValue.Field], _ depth: Int
  ) -> PortableValue?? {
    var left = max(8, fields.count / 8)
    var edited = fields
    var kept = 0
    for (key, value) in new {
      let known = old.index(forKey: key)
      if let known {
        kept += 1
        guard old[known].key.isIdentical(to: key) else { return nil }
        if old[known].value.isIdentical(to: value) { continue }
      }
      left -= 1
      guard left >= 0, let plainKey = key.plainKey, let name = plainKey.fieldName else { return nil }
      let place = edited.place(of: plainKey)
      let isThere = place < edited.count && edited[place].name == name
      guard isThere == (known != nil) else { return nil }
      if let known {
        guard let form = part(value, old[known].value, edited[place].value, depth + 1) else { return nil }
        if let form { edited[place].value = form }
      } else {
        guard case .plain(let form) = value.plainForm(within: bytes, depth: depth + 1) else { return nil }
        edited.insert(PortableValue.Field(name, form), at: place)
      }
    }
    if kept < old.count {
      left -= old.count - kept
      guard left >= 0 else { return nil }
      for key in old.keys where new.index(forKey: key) == nil {
        guard let plainKey = key.plainKey, let name = plainKey.fieldName else { return nil }
        let place = edited.place(of: plainKey)
        guard place < edited.count, edited[place].name == name else { return nil }
        edited.remove(at: place)
      }
    } else if left == max(8, fields.count / 8) {
      return .some(nil)
    }
    return .record(edited)
  }
}

extension Value {
  /// A dictionary's key as data, where all of them are of one kind.
  fileprivate var plainKey: PortableValue? {
    switch self {
    case .string(let text): .string(text)
    case .int(let number): .int(number)
    case .choice(let enumCase): if let raw = enumCase.rawValue { raw.plainKey } else { .string(enumCase.name) }
    default: nil
    }
  }
}

extension [PortableValue.Field] {
  /// Where the entry of a key is, or would be, among those of a dictionary's plain form. O(log count)
  fileprivate func place(of key: PortableValue) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let name: PortableValue =
        if case .int = key, let number = Int(self[middle].name) { .int(number) } else { .string(self[middle].name) }
      if PortableValue.precedes(name, key) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
