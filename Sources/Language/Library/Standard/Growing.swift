/// Adding to and taking from arrays and texts in place; both by the numbers of elements.
enum Growing {
  static func append(_ element: Value, to value: inout Value) throws(Abort) {
    if value.holdsText { return try append(text: element.text, to: &value) }
    if let own = OwnCollection(value) {
      let end = try own.end
      return try OwnCollection.replace((end, end), with: [element], in: &value)
    }
    try withItems(&value) { items throws(Abort) in
      try ValueSize.check(items.count + 1, adding: 1)
      items.makeRoom()
      items.append(element)
    }
  }

  static func append(text addition: String, to value: inout Value) throws(Abort) {
    try withText(&value) { text throws(Abort) in
      try ValueSize.check(text.utf8.count + addition.utf8.count, adding: addition.utf8.count)
      text += addition
    }
  }

  static func append(contentsOf sequence: Value, to value: inout Value) throws(Abort) {
    if value.holdsText {
      if sequence.holdsText { return try append(text: sequence.text, to: &value) }
      return try append(text: String(try Elements.list(sequence).map(\.symbol)), to: &value)
    }
    let addition = try Elements.list(sequence)
    if let own = OwnCollection(value) {
      let end = try own.end
      return try OwnCollection.replace((end, end), with: addition, in: &value)
    }
    try withItems(&value) { items throws(Abort) in
      try ValueSize.check(items.count + addition.count, adding: addition.count)
      items.add(contentsOf: addition)
    }
  }

  static func insert(_ addition: [Value], at index: Value, in value: inout Value) throws(Abort) {
    if value.holdsText {
      let start = value.textStart
      return try withText(&value) { text throws(Abort) in
        let position = try TextIndex.end(.int(index.integer &- start), in: text)
        try ValueSize.check(text.utf8.count + addition.count, adding: addition.count)
        text.insert(contentsOf: addition.map(\.symbol), at: position)
      }
    }
    if OwnCollection(value) != nil { return try OwnCollection.replace((index, index), with: addition, in: &value) }
    let position = try Positions.ordinal(index, in: value)
    try withItems(&value) { items throws(Abort) in
      guard position >= 0 else { throw .trap("Negative Array index is out of range") }
      guard position <= items.count else { throw .arrayIndexOutOfRange }
      try ValueSize.check(items.count + addition.count, adding: addition.count)
      items.work(on: items.count - position + addition.count) { $0.insert(contentsOf: addition, at: position) }
    }
  }

  static func remove(at index: Value, from value: inout Value) throws(Abort) -> Value {
    if value.holdsText {
      let start = value.textStart
      return try withText(&value) { text throws(Abort) in
        .character(text.remove(at: try TextIndex.element(.int(index.integer &- start), in: text)))
      }
    }
    if let own = OwnCollection(value) {
      let element = try own.element(index)
      try OwnCollection.replace((index, try own.moved(index, by: 1)), with: [], in: &value)
      return element
    }
    let position = try Positions.ordinal(index, in: value)
    return try withItems(&value) { items throws(Abort) in
      guard items.indices.contains(position) else { throw .indexOutOfRange }
      let element = items[position]
      items.work(on: items.count - position) { $0.remove(at: position) }
      return element
    }
  }

  static func replace(_ range: Value, with addition: [Value], in value: inout Value) throws(Abort) {
    if value.holdsText {
      let start = value.textStart
      return try withText(&value) { text throws(Abort) in
        text.replaceSubrange(try TextIndex.range(range, in: text, from: start), with: addition.map(\.symbol))
      }
    }
    if OwnCollection(value) != nil {
      return try replace(numbers: try Positions.range(range, in: value), with: addition, in: &value)
    }
    let bounds: Range<Int>
    do throws(Abort) { bounds = try Positions.range(range, in: value) } catch {
      guard case .fault(let fault) = error, fault.message == "Array index is out of range" else { throw error }
      throw .trap("Array replace: subrange extends past the end")
    }
    try withItems(&value) { items throws(Abort) in
      try ValueSize.check(items.count + addition.count, adding: addition.count)
      items.work(on: items.count - bounds.lowerBound + addition.count) { $0.replaceSubrange(bounds, with: addition) }
    }
  }

  static func removeFirst(_ count: Int, from value: inout Value) throws(Abort) {
    guard count >= 0 else { throw .trap("Number of elements to remove should be non-negative") }
    guard count <= (try Elements.count(value)) else {
      throw .trap("Can't remove more items from a collection than it has")
    }
    if drop(first: count, from: &value) { return }
    if value.holdsText { return try withText(&value) { text throws(Abort) in text.removeFirst(count) } }
    if OwnCollection(value) != nil { return try replace(numbers: 0..<count, with: [], in: &value) }
    try withItems(&value) { items throws(Abort) in items.work(on: items.count) { $0.removeFirst(count) } }
  }

  static func removeLast(_ count: Int, from value: inout Value) throws(Abort) {
    guard count >= 0 else { throw .trap("Number of elements to remove should be non-negative") }
    guard count <= (try Elements.count(value)) else {
      throw .trap("Can't remove more items from a collection than it contains")
    }
    if drop(last: count, from: &value) { return }
    if value.holdsText { return try withText(&value) { text throws(Abort) in text.removeLast(count) } }
    if OwnCollection(value) != nil {
      let all = try Elements.count(value)
      return try replace(numbers: (all - count)..<all, with: [], in: &value)
    }
    try withItems(&value) { items throws(Abort) in items.removeLast(count) }
  }

  /// A part that becomes shorter is another part of the same whole; false for what is none.
  private static func drop(first: Int = 0, last: Int = 0, from value: inout Value) -> Bool {
    switch value {
    case .native(let part as ArrayPart): value = .native(part.part(first..<(part.slice.count - last)))
    case .native(let part as TextPart): value = .native(part.dropping(first: first, last: last))
    case .native(let units as TextUnits): value = .native(units.part(first..<(units.slice.count - last)))
    case .native(let sliced as any SlicedObject): value = .native(sliced.part(first..<(sliced.count - last)))
    default: return false
    }
    return true
  }

  /// The first or last element, taken out; `nil` if there is none.
  static func pop(first isFirst: Bool, from value: inout Value) throws(Abort) -> Value? {
    if case .native(let object as any ListedObject) = value {
      let found: Value? =
        if let units = object as? TextUnits { isFirst ? units.slice.first : units.slice.last } else {
          isFirst ? object.elements.first : object.elements.last
        }
      guard let element = found else { return nil }
      if drop(first: isFirst ? 1 : 0, last: isFirst ? 0 : 1, from: &value) { return element }
    }
    if value.holdsText {
      return try withText(&value) { text throws(Abort) in
        text.isEmpty ? nil : .character(isFirst ? text.removeFirst() : text.removeLast())
      }
    }
    if OwnCollection(value) != nil {
      let elements = try Elements.list(value)
      guard let element = isFirst ? elements.first : elements.last else { return nil }
      let number = isFirst ? 0 : elements.count - 1
      try replace(numbers: number..<(number + 1), with: [], in: &value)
      return element
    }
    return try withItems(&value) { items throws(Abort) in
      guard let element = isFirst ? items.first : items.last else { return nil }
      if isFirst { items.work(on: items.count) { $0.removeFirst() } } else { items.removeLast() }
      return element
    }
  }

  /// Keeps the elements for which a test says false. If the test throws, nothing is removed.
  static func removeAll(from value: inout Value, where test: FunctionValue) throws(Abort) {
    var kept: [Value] = []
    for element in try Elements.list(value) where !(try test.call(element).flag) { kept.append(element) }
    if OwnCollection(value) != nil { return try replaceAll(of: &value, with: kept) }
    value = Elements.like(value, kept)
  }

  static func replaceAll(of value: inout Value, with elements: [Value]) throws(Abort) {
    guard let own = OwnCollection(value) else { return value = Elements.like(value.withoutBase, elements) }
    try OwnCollection.replace((try own.start, try own.end), with: elements, in: &value)
  }

  /// In a program's own collection.
  private static func replace(
    numbers range: Range<Int>, with elements: [Value], in value: inout Value
  ) throws(Abort) {
    let lower = try Positions.index(range.lowerBound, in: value)
    let upper = try Positions.moved(lower, by: range.count, in: value)
    try OwnCollection.replace((lower, upper), with: elements, in: &value)
  }
}
