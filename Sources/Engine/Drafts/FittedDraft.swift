// A draft is plain data, and the type of what it is a copy of may be declared anew while it is open. As a store does then, it
// keeps what still fits; and it says what was edited in it and does not.

import Language

extension ClientDraft {
  /// The draft as a value of the type that its path has now; its values stay where they fit, or nothing of them would.
  func fitted(to target: Engine.Target, _ present: PortableValue, in program: Program) -> ClientDraft {
    func fits(_ value: PortableValue) -> Bool { (try? target.value(value, in: program, at: path)) != nil }
    var fitted = self
    fitted.typeName = target.typeName ?? typeName
    if fits(base), fits(mine) { return fitted }
    fitted.base = target.past(base, along: target.rest)?.settled(after: base, beside: present) ?? present
    let isEdited = !mine.isSame(as: base)
    guard let pastMine = target.past(mine, along: target.rest) ?? (isEdited ? nil : fitted.base) else { return self }
    fitted.mine = pastMine.settled(after: mine, beside: present)
    fitted.lost += mine.lost(since: base, in: fitted.mine, at: "").filter { !lost.contains($0) }
    if let placed {
      let element = (try? program.project(target.value, placed.steps)).flatMap { program.portable($0) }
      let past = target.past(placed.element, along: placed.steps)?.settled(after: placed.element, beside: element)
      fitted.placed?.element = past ?? element ?? placed.element
    }
    return fitted
  }

  /// A part has been edited: what was lost of it does not matter any more.
  mutating func note(edited part: String) {
    lost.removeAll { part.isEmpty || $0 == part || $0.hasPrefix(part + ".") || $0.hasPrefix(part + "[") }
  }
}

extension Engine.Target {
  /// What a part was in another type of its destination, as far as it fits the one of now.
  fileprivate func past(_ value: PortableValue, along steps: [PathStep]) -> PortableValue? {
    switch destination {
    case .property(_, let info): info.past(value, along: steps)
    case .binding(let binding): binding.past(value, along: steps)
    }
  }
}

extension PortableValue {
  /// What had nothing that fits is as it is there now, so that it is no change: what a type is declared with may be another
  /// value each time.
  fileprivate func settled(after original: PortableValue?, beside present: PortableValue?) -> PortableValue {
    if let original, isSame(as: original) || isSameNumber(as: original) { return self }
    switch self {
    case .record(let fields):
      guard let original, case .record = original else { return present ?? self }
      return .record(
        fields.map {
          Field($0.name, $0.value.settled(after: original.field($0.name), beside: present?.field($0.name)))
        })
    case .list where original != nil: return self
    default: return present ?? self
    }
  }

  /// As of another type: 3 is 3.0.
  private func isSameNumber(as other: PortableValue) -> Bool {
    switch (self, other) {
    case (.int(let int), .double(let double)), (.double(let double), .int(let int)): Int(exactly: double) == int
    default: false
    }
  }

  /// Parts that were edited, and are not in what is left.
  fileprivate func lost(since base: PortableValue?, in now: PortableValue?, at part: String) -> [String] {
    if let base, isSame(as: base) { return [] }
    if let now, isSame(as: now) || isSameNumber(as: now) { return [] }
    switch (self, now) {
    case (.record(let fields), .record?):
      return fields.flatMap {
        $0.value.lost(
          since: base?.field($0.name), in: now?.field($0.name), at: part.isEmpty ? $0.name : "\(part).\($0.name)")
      }
    case (.list(let items), .list(let others)?) where items.count == others.count:
      var before: [PortableValue?] = Array(repeating: nil, count: items.count)
      if case .list(let old)? = base, old.count == items.count { before = old.map(Optional.some) }
      return zip(zip(items, others), before).enumerated().flatMap { index, each in
        each.0.0.lost(since: each.1, in: each.0.1, at: "\(part)[\(index)]")
      }
    default: return [part]
    }
  }
}
