/// What becomes of a value that was edited in two places at once: here in a copy, and meanwhile at its source.
extension Machine {
  /// - Parameter conflicts: the parts that were changed on both sides, and not to the same, as paths; empty for the whole. Of
  ///   these the value has what was changed here.
  /// - Returns: what is there by now, with what was changed here.
  func merge(_ base: Value, _ mine: Value, _ present: Value, at path: String = "", _ conflicts: inout [String])
    throws(Abort) -> Value
  {
    if try areSame(base, mine) { return present }
    if try areSame(base, present) { return mine }
    if try areSame(mine, present) { return mine }
    guard case .record(let old) = base, case .record(let own) = mine, case .record(let other) = present,
      old.type === own.type, old.type === other.type, old.type.isUserType
    else {
      conflicts.append(path)
      return mine
    }
    // Nothing that was edited in one element is put into another one that is in its place by now.
    if old.type.isIdentifiable, try identity(of: base) != identity(of: present) {
      conflicts.append(path)
      return mine
    }
    var fields = own.fields
    for property in old.type.storedProperties where fields.indices.contains(property.slot) {
      fields[property.slot] = try merge(
        old.fields[property.slot], own.fields[property.slot], other.fields[property.slot],
        at: path.isEmpty ? property.name : "\(path).\(property.name)", &conflicts)
    }
    let record = Record(own.type, fields)
    record.typeArguments = own.typeArguments
    return .record(record)
  }

  /// The `id` of an `Identifiable` value.
  func identity(of value: Value) throws(Abort) -> Value? {
    let value = value.unboxed
    if case .record(let record) = value, let slot = record.type.identitySlot {
      return record.type.storedProperties[slot].stored(in: record.fields)
    }
    return try member(named: "id", of: value)
  }

  /// The parts in which two values differ, as paths; the whole is an empty one.
  func differences(_ old: Value, _ new: Value, at path: String = "") throws(Abort) -> [String] {
    if try areSame(old, new) { return [] }
    guard case .record(let before) = old, case .record(let after) = new, before.type === after.type,
      before.type.isUserType
    else { return [path] }
    var parts: [String] = []
    for property in before.type.storedProperties where before.fields.indices.contains(property.slot) {
      parts += try differences(
        before.fields[property.slot], after.fields[property.slot],
        at: path.isEmpty ? property.name : "\(path).\(property.name)")
    }
    return parts
  }

  /// `==` as the values' type defines it; and what is no number is the same as itself, wherever it stands.
  private func areSame(_ left: Value, _ right: Value) throws(Abort) -> Bool {
    let isSame = left == right || left.isIdentical(to: right)
    try raisePending()
    return isSame
  }
}
