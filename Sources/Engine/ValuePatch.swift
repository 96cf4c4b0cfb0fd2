public import Language

/// How a patch is spelled.
public enum PatchFormat: Sendable {
  /// `{"set":{…},"unset":[…],"patch":{…}}` for records, the last with a patch of each member; for lists `["insert",at,[…]]`, `["remove",at,count]`, `["move",from,to]`,
  /// `["set",at,value]` and `["patch",at,patch]`, from left to right.
  case native
  /// RFC 7396.
  case merge
  /// RFC 6902.
  case jsonPatch
}

/// Why a patch does not apply.
public struct PatchError: Error {
  public let reason: String
}

/// What is known of a patch beside the value that comes of it: what it writes, and how much work that was.
struct PatchNotes {
  /// Members, and lists whose elements are inserted, moved or replaced as a whole.
  var written: [[PathStep]] = []
  private var work = 0
  private let mayGoOn: () throws(PatchError) -> Void

  /// - Parameter mayGoOn: called every few milliseconds; throws when the rest is not to be done.
  init(mayGoOn: @escaping () throws(PatchError) -> Void = {}) { self.mayGoOn = mayGoOn }

  /// An operation is to be done on a list or an object of so many parts, all of which it may have to move.
  mutating func step(on count: Int) throws(PatchError) {
    work += 1 + count / Self.partsMovedAtOnce
    guard work >= Self.workBetweenLooks else { return }
    work = 0
    try mayGoOn()
  }

  private static let partsMovedAtOnce = 128
  private static let workBetweenLooks = 16_384
}

extension Engine {
  /// For a patch whose operations may take long: others are looked after meanwhile, and when they have waited for too long for
  /// what only the program can answer, it ends.
  var patchNotes: PatchNotes {
    PatchNotes { [unowned self] () throws(PatchError) in
      lookAfterOthers()
      guard reasonToEnd() == nil else {
        throw PatchError(
          reason: "others have waited for it for longer than 'limits.transactionMs' says; send it in parts")
      }
    }
  }
}

extension PortableValue {
  public func patched(by patch: PortableValue, _ format: PatchFormat) throws(PatchError) -> PortableValue {
    var notes = PatchNotes()
    return try patched(by: patch, format, &notes)
  }

  func patched(by patch: PortableValue, _ format: PatchFormat, _ notes: inout PatchNotes) throws(PatchError)
    -> PortableValue
  {
    switch format {
    case .native: try applying(patch, at: [], &notes)
    case .merge: try merging(patch, at: [], &notes)
    case .jsonPatch: try applyingOperations(patch, &notes)
    }
  }

  private func member(_ name: String) -> PortableValue? {
    guard case .record(let fields) = self else { return nil }
    return fields.last { $0.name == name }?.value
  }

  private func setting(_ name: String, to value: PortableValue?) -> PortableValue {
    guard case .record(var fields) = self else { return self }
    let position = fields.firstIndex { $0.name == name }
    switch (position, value) {
    case (let position?, let value?): fields[position].value = value
    case (nil, let value?): fields.append(Field(name, value))
    case (let position?, nil): fields.remove(at: position)
    case (nil, nil): break
    }
    return .record(fields)
  }

  // MARK: Native

  private func applying(_ patch: PortableValue, at place: [PathStep], _ notes: inout PatchNotes) throws(PatchError)
    -> PortableValue
  {
    switch (self, patch) {
    case (.record(let fields), .record(let parts)):
      var members = Members(fields)
      for part in parts {
        switch (part.name, part.value) {
        case ("set", .record(let fields)):
          for field in fields {
            try notes.step(on: 1)
            notes.written.append(place + [.member(field.name)])
            members[field.name] = field.value
          }
        case ("unset", .list(let names)):
          for case .string(let name) in names {
            try notes.step(on: 1)
            notes.written.append(place + [.member(name)])
            members[name] = nil
          }
        case ("patch", .record(let patches)):
          for field in patches {
            try notes.step(on: 1)
            guard let present = members[field.name] else {
              throw PatchError(reason: "there is no '\(field.name)' that could be patched")
            }
            members[field.name] = try present.applying(field.value, at: place + [.member(field.name)], &notes)
          }
        default:
          throw PatchError(
            reason: "a native patch of an object has 'set', 'unset' and 'patch', not '\(part.name)'; "
              + "the format merge has the members themselves")
        }
      }
      return members.record
    case (.list(var items), .list(let operations)):
      for operation in operations { try Self.apply(operation, to: &items, at: place, &notes) }
      return .list(items)
    default: throw PatchError(reason: "a native patch applies to an object or a list of its own kind")
    }
  }

  private static func apply(
    _ operation: PortableValue, to items: inout PortableList, at place: [PathStep], _ notes: inout PatchNotes
  ) throws(PatchError) {
    guard case .list(let words) = operation, words.count == 3, case .string(let name) = words[0],
      case .int(let at) = words[1]
    else { throw PatchError(reason: "an operation on a list is an array of its name, a place and one more") }
    func require(_ holds: Bool) throws(PatchError) {
      if !holds { throw PatchError(reason: "'\(name)' at \(at) is outside of a list of \(items.count)") }
    }
    try notes.step(on: items.count)
    // The list itself, which may be all there is.
    if name != "patch", !place.isEmpty { notes.written.append(place) }
    switch (name, words[2]) {
    case ("insert", .list(let added)):
      try require((0...items.count).contains(at))
      items.insert(contentsOf: added, at: at)
    case ("remove", .int(let count)):
      try require(at >= 0 && count >= 0 && at <= items.count && count <= items.count - at)
      items.removeSubrange(at..<at + count)
    case ("move", .int(let to)):
      try require(items.indices.contains(at) && items.indices.contains(to))
      items.insert(items.remove(at: at), at: to)
    case ("set", let value):
      try require(items.indices.contains(at))
      items[at] = value
    case ("patch", let patch):
      try require(items.indices.contains(at))
      items[at] = try items[at].applying(patch, at: place + [.index(at)], &notes)
    default:
      throw PatchError(reason: "'\(name)' is none of insert, remove, move, set and patch, or has the wrong operand")
    }
  }

  /// A native patch that sets an element to what looks like a patch of it. That is a value like any other; if it does not
  /// fit, it was most likely not meant as one.
  var setsWhatLooksLikeAPatch: Bool {
    guard case .list(let operations) = self else { return false }
    return operations.contains { operation in
      guard case .list(let words) = operation, words.count == 3, words[0] == .string("set"),
        case .record(let parts) = words[2], !parts.isEmpty
      else { return false }
      return parts.allSatisfy { part in
        switch (part.name, part.value) {
        case ("set", .record), ("unset", .list), ("patch", .record): true
        default: false
        }
      }
    }
  }

  // MARK: RFC 7396

  private func merging(_ patch: PortableValue, at place: [PathStep], _ notes: inout PatchNotes) throws(PatchError)
    -> PortableValue
  {
    guard case .record(let fields) = patch, case .record(let present) = self else {
      notes.written.append(place)
      return patch.withoutNulls
    }
    var members = Members(present)
    for field in fields {
      try notes.step(on: 1)
      let part = place + [.member(field.name)]
      if field.value == .null {
        notes.written.append(part)
        members[field.name] = nil
      } else {
        members[field.name] = try (members[field.name] ?? .null).merging(field.value, at: part, &notes)
      }
    }
    return members.record
  }

  /// What a merge patch makes of nothing.
  private var withoutNulls: PortableValue {
    guard case .record(let fields) = self else { return self }
    return fields.reduce(.record([])) { result, field in
      field.value == .null ? result : result.setting(field.name, to: field.value.withoutNulls)
    }
  }

  // MARK: RFC 6902

  private func applyingOperations(_ patch: PortableValue, _ notes: inout PatchNotes) throws(PatchError)
    -> PortableValue
  {
    guard case .list(let operations) = patch else { throw PatchError(reason: "a JSON Patch is an array") }
    var result = self
    var copied = PatchGrowth()
    for operation in operations {
      guard case .string(let name)? = operation.member("op"), case .string(let path)? = operation.member("path") else {
        throw PatchError(reason: "an operation has 'op' and 'path'")
      }
      let place = try Self.pointer(path)
      try notes.step(on: result.breadth(along: place))
      func value() throws(PatchError) -> PortableValue {
        guard let value = operation.member("value") else { throw PatchError(reason: "'\(name)' needs a 'value'") }
        return value
      }
      func source() throws(PatchError) -> [String] {
        guard case .string(let from)? = operation.member("from") else {
          throw PatchError(reason: "'\(name)' needs a 'from'")
        }
        return try Self.pointer(from)
      }
      if name != "test" { notes.written.append(result.steps(to: place)) }
      switch name {
      case "add":
        let value = try value()
        try copied.check(value, at: place)
        result = try result.adding(value, at: place[...])
      case "remove": result = try result.replacing(nil, at: place[...])
      case "replace":
        let value = try value()
        try copied.check(value, at: place)
        _ = try result.find(place)
        result = try result.replacing(value, at: place[...])
      case "move":
        let from = try source()
        let moved = try result.find(from)
        notes.written.append(result.steps(to: from))
        try copied.check(moved, at: place)
        result = try result.replacing(nil, at: from[...]).adding(moved, at: place[...])
      case "copy":
        let value = try result.find(try source())
        try copied.check(value, at: place)
        result = try result.adding(value, at: place[...])
      case "test":
        let expected = try value()
        guard try result.find(place).isEqual(to: expected) else {
          throw PatchError(reason: "the test of '\(path)' fails")
        }
      default: throw PatchError(reason: "'\(name)' is no operation of RFC 6902")
      }
    }
    return result
  }

  private static func pointer(_ text: String) throws(PatchError) -> [String] {
    guard text.isEmpty || text.hasPrefix("/") else { throw PatchError(reason: "'\(text)' does not begin with '/'") }
    return text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  /// What is written with what a pointer leads to: a member, or the list that has the element.
  private func steps(to place: [String]) -> [PathStep] {
    var (steps, value): ([PathStep], PortableValue?) = ([], self)
    for (depth, step) in place.enumerated() {
      switch value {
      case .record?:
        steps.append(.member(step))
        value = value?.member(step)
      case .list(let items)?:
        guard depth < place.count - 1, let index = Self.index(step), items.indices.contains(index) else { return steps }
        steps.append(.index(index))
        value = items[index]
      default: return steps
      }
    }
    return steps
  }

  /// How many parts what a pointer leads through has, all of them together.
  private func breadth(along place: [String]) -> Int {
    var (breadth, value) = (0, self)
    for step in place {
      switch value {
      case .record(let fields):
        breadth += fields.count
        value = value.member(step) ?? .null
      case .list(let items):
        breadth += items.count
        value = Self.index(step).flatMap { items.indices.contains($0) ? items[$0] : nil } ?? .null
      default: return breadth
      }
    }
    return breadth
  }

  /// As RFC 6901 has it: digits, without zeros in front.
  private static func index(_ step: String) -> Int? {
    guard let index = Int(step), String(index) == step, index >= 0 else { return nil }
    return index
  }

  private func find(_ place: [String]) throws(PatchError) -> PortableValue {
    var value = self
    for step in place {
      switch value {
      case .record:
        guard let member = value.member(step) else { throw PatchError(reason: "there is no '\(step)'") }
        value = member
      case .list(let items):
        guard let index = Self.index(step), items.indices.contains(index) else {
          throw PatchError(reason: "'\(step)' is no place in a list of \(items.count)")
        }
        value = items[index]
      default: throw PatchError(reason: "'\(step)' leads into a plain value")
      }
    }
    return value
  }

  /// As RFC 6902 has it for `test`: 1 is 1.0, and members have no order. What is no number is the same as itself.
  private func isEqual(to other: PortableValue) -> Bool {
    switch (self, other) {
    case (.int(let left), .double(let right)), (.double(let right), .int(let left)): Double(left) == right
    case (.list(let left), .list(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isEqual(to: $1) }
    case (.record(let left), .record(let right)):
      left.count == right.count && left.allSatisfy { other.member($0.name)?.isEqual(to: $0.value) == true }
    default: isSame(as: other)
    }
  }

  private func adding(_ value: PortableValue, at place: ArraySlice<String>) throws(PatchError) -> PortableValue {
    guard let step = place.first else { return value }
    if place.count == 1 {
      switch self {
      case .record: return setting(step, to: value)
      case .list(var items):
        let index = step == "-" ? items.count : Self.index(step) ?? -1
        guard (0...items.count).contains(index) else {
          throw PatchError(reason: "'\(step)' is no place in a list of \(items.count)")
        }
        items.insert(value, at: index)
        return .list(items)
      default: throw PatchError(reason: "'\(step)' leads into a plain value")
      }
    }
    return try changing(step) { (part) throws(PatchError) in try part.adding(value, at: place.dropFirst()) }
  }

  /// With another value at the place, or without the place.
  private func replacing(_ value: PortableValue?, at place: ArraySlice<String>) throws(PatchError) -> PortableValue {
    guard let step = place.first else {
      guard let value else { throw PatchError(reason: "the whole value cannot be removed") }
      return value
    }
    guard place.count == 1 else {
      return try changing(step) { (part) throws(PatchError) in try part.replacing(value, at: place.dropFirst()) }
    }
    switch self {
    case .record:
      guard member(step) != nil else { throw PatchError(reason: "there is no '\(step)'") }
      return setting(step, to: value)
    case .list(var items):
      guard let index = Self.index(step), items.indices.contains(index) else {
        throw PatchError(reason: "'\(step)' is no place in a list of \(items.count)")
      }
      if let value { items[index] = value } else { items.remove(at: index) }
      return .list(items)
    default: throw PatchError(reason: "'\(step)' leads into a plain value")
    }
  }

  private func changing(_ step: String, _ body: (PortableValue) throws(PatchError) -> PortableValue)
    throws(PatchError) -> PortableValue
  {
    if case .list(var items) = self, let index = Self.index(step), items.indices.contains(index) {
      items[index] = try body(items[index])
      return .list(items)
    }
    guard let part = member(step) else { throw PatchError(reason: "there is no '\(step)'") }
    return setting(step, to: try body(part))
  }
}

/// The members of an object by name, where many may be set one after the other.
private struct Members {
  private var fields: [PortableValue.Field?]
  private var places: [String: Int] = [:]
  private var isIndexed = false

  /// Looking through so many takes less than a table of them.
  private static let lookedThrough = 16

  init(_ fields: [PortableValue.Field]) { self.fields = fields }

  var record: PortableValue { .record(fields.compactMap { $0 }) }

  subscript(name: String) -> PortableValue? {
    mutating get { place(of: name).flatMap { fields[$0]?.value } }
    set {
      let place = place(of: name)
      switch (place, newValue) {
      case (let place?, let value?): fields[place]!.value = value
      case (nil, let value?):
        places[name] = fields.count
        fields.append(PortableValue.Field(name, value))
      case (let place?, nil):
        fields[place] = nil
        places[name] = nil
      case (nil, nil): break
      }
    }
  }

  private mutating func place(of name: String) -> Int? {
    if fields.count <= Self.lookedThrough { return fields.lastIndex { $0?.name == name } }
    if !isIndexed {
      isIndexed = true
      for (place, field) in fields.enumerated() { if let field { places[field.name] = place } }
    }
    return places[name]
  }
}

/// A few operations that copy a value into itself make one that no message could carry: as deep as there are operations,
/// and twice as large with each.
private struct PatchGrowth {
  /// As in a message.
  private static let depthMax = 512
  private static let partsMax = 1_000_000
  private var parts = 0

  /// - Throws: if a value is not to be put at a place because of its depth, or with what was put before because of its size.
  mutating func check(_ value: PortableValue, at place: [String]) throws(PatchError) {
    var waiting = [(value: value, depth: place.count)]
    while let (next, depth) = waiting.popLast() {
      parts += 1
      if parts > Self.partsMax { throw PatchError(reason: "it puts more than \(Self.partsMax) values in place") }
      switch next {
      case .list(let items): waiting += items.map { ($0, depth + 1) }
      case .record(let fields): waiting += fields.map { ($0.value, depth + 1) }
      case .null, .bool, .int, .double, .string: continue
      }
      if depth >= Self.depthMax { throw PatchError(reason: "it nests values deeper than \(Self.depthMax) levels") }
    }
  }
}
