/// Changing an array where it is, although a host is told of each write and may have to take it back.
///
/// Elsewhere a property that somebody hears of is read, changed and written: the value before is kept meanwhile, so that an
/// array is copied. A host can do with the edit, and where nobody else hears, nothing is copied.
extension Machine {
  /// Shorter arrays are copied: that costs less than to note what was changed.
  private static let editedCountMin = PortableList.chunkMax

  /// Whether the property has an array that is changed where it is.
  func isEditable(_ instance: Instance, _ slot: Int, byOwner: Bool = false) -> Bool {
    guard instance.hostTag != nil, byOwner || !instance.type.isProvided,
      case .array(let elements) = instance.slots[slot],
      elements.count > Self.editedCountMin, instance.publishers?.isHeard(slot) != true
    else { return false }
    let property = instance.type.storedProperties[slot]
    return !(property.isWeak || property.isUnowned || property.isObserved || property.isTracked)
      && property.settingsKey == nil
  }

  /// Changes one element.
  /// - Returns: false if it cannot be changed alone: then nothing was done.
  func editElement(
    _ instance: Instance, _ slot: Int, _ place: Int, _ body: (inout Value) throws(Abort) -> Void
  ) throws(Abort) -> Bool {
    guard isEditable(instance, slot), var element = Self.element(place, of: instance.slots[slot]) else { return false }
    let before = writesBegun
    var whole = instance.slots[slot]
    try body(&element)
    guard writesBegun == before, isEditable(instance, slot) else {
      // The code has written something, this property perhaps, or somebody hears of it now: what it was counts, as for every
      // copy that is put back.
      guard case .array(var elements) = whole else { return true }
      whole = .void
      elements[place] = element
      try write(instance, slot, .array(elements), isPart: true)
      return true
    }
    whole = .void
    replace(place..<place + 1, of: instance, slot, with: [element])
    return true
  }

  private static func element(_ place: Int, of value: Value) -> Value? {
    guard case .array(let elements) = value, elements.indices.contains(place) else { return nil }
    return elements[place]
  }

  /// Changes a part of the array with code of the library, which runs nothing of the program.
  /// - Parameter part: which elements are going to be others, of so many.
  /// - Returns: false if it cannot be changed alone: then nothing was done.
  func editPart(
    _ instance: Instance, _ slot: Int, _ part: (Int) -> Range<Int>?, _ body: (inout Value) throws(Abort) -> Void
  ) throws(Abort) -> Bool {
    guard isEditable(instance, slot) else { return false }
    guard let (range, removed, count) = Self.part(part, of: instance.slots[slot]) else { return false }
    writesBegun &+= 1
    let begun = writesBegun
    var value = Value.void
    swap(&value, &instance.slots[slot])
    do throws(Abort) { try body(&value) } catch {
      swap(&value, &instance.slots[slot])
      throw error
    }
    swap(&value, &instance.slots[slot])
    guard case .array(let elements) = instance.slots[slot] else { return true }
    let added = Array(elements[range.lowerBound..<range.upperBound + elements.count - count])
    note(ElementEdit(place: range.lowerBound, removed: removed, added: added), instance, slot, begun)
    return true
  }

  private static func part(_ part: (Int) -> Range<Int>?, of value: Value) -> (Range<Int>, [Value], Int)? {
    guard case .array(let elements) = value, let range = part(elements.count), range.lowerBound >= 0,
      range.upperBound <= elements.count
    else { return nil }
    return (range, Array(elements[range]), elements.count)
  }

  /// Puts elements in the place of others in an array that is editable, one part after the other.
  func edit(_ instance: Instance, _ slot: Int, _ parts: [ListPart]) {
    for part in parts { replace(part.range, of: instance, slot, with: part.elements) }
    // It counts as written all the same.
    if parts.isEmpty { replace(0..<0, of: instance, slot, with: []) }
  }

  private func replace(_ range: Range<Int>, of instance: Instance, _ slot: Int, with added: [Value]) {
    writesBegun &+= 1
    let removed = Self.exchange(range, with: added, in: &instance.slots[slot])
    note(ElementEdit(place: range.lowerBound, removed: removed, added: added), instance, slot, writesBegun)
  }

  private func note(_ edit: ElementEdit, _ instance: Instance, _ slot: Int, _ begun: Int) {
    program.host.edited(instance, slot: slot, edit, as: isEditing ? .edit : .part, begun: begun)
  }

  /// - Returns: what was there.
  private static func exchange(_ range: Range<Int>, with added: [Value], in value: inout Value) -> [Value] {
    guard case .array(var elements) = value, range.upperBound <= elements.count else { return [] }
    // Taken out, so that this is the only reference unless somebody has the array.
    value = .void
    defer { value = .array(elements) }
    let removed = Array(elements[range])
    if range.count == 1, added.count == 1 {
      elements[range.lowerBound] = added[0]
    } else {
      elements.replaceSubrange(range, with: added)
    }
    return removed
  }

  /// Takes an edit back; nobody is told.
  func undo(_ edit: ElementEdit, in instance: Instance, _ slot: Int) {
    _ = Self.exchange(edit.place..<edit.place + edit.added.count, with: edit.removed, in: &instance.slots[slot])
    instance.publishers?.takeBack(slot, instance.slots[slot])
  }
}

/// What the members of an array that change it in part are going to change.
enum PartOfArray {
  /// - Parameter operands: those behind the array.
  /// - Returns: nil if the member may change all of it, or run code of the program.
  static func changed(by member: String, _ operands: [Value], of count: Int) -> Range<Int>? {
    func at(_ index: Int, _ length: Int) -> Range<Int>? {
      guard operands.indices.contains(index), case .int(let place) = operands[index], place >= 0,
        place <= count - length
      else { return nil }
      return place..<place + length
    }
    var isList: Bool { if case .array? = operands.first { true } else { false } }
    return switch member {
    case "append(_:)": count..<count
    case "append(contentsOf:)", "+=(_:_:)": isList ? count..<count : nil
    case "insert(_:at:)": at(1, 0)
    case "insert(contentsOf:at:)": isList ? at(1, 0) : nil
    case "remove(at:)": at(0, 1)
    case "removeFirst()": 0..<1
    case "removeLast()": count - 1..<count
    default: nil
    }
  }
}
