internal import Engine
internal import Language
internal import Wire

/// The changes of one reply, as long as they may be together: a reply that no frame takes would be an error, although what was asked for is done.
struct ChangesInReply {
  /// Bytes of a value that is written as it is, and of all values of a reply; half a frame of the usual size.
  private static let (valueMax, wholeMax) = (64 << 10, 512 << 10)
  private var left = Self.wholeMax
  private let engine: Engine

  init(_ engine: Engine) { self.engine = engine }

  /// What history has of a change: both values; else, where they are long, the patch from one to the other; else, where that is
  /// long too, that the path was touched.
  mutating func change(_ change: CommitRecord.Change) -> PathChange {
    var result = PathChange()
    result.path = change.path
    result.v = change.version
    result.op = change.value == nil ? .remove : .set
    if take([change.value, change.old]) {
      result.value = change.value?.json
      result.old = change.old?.json
    } else if let value = change.value {
      if let patch = engine.difference(of: change.path, change.old, value), take([patch]) {
        result.op = .patch
        result.patch = patch.json
      } else {
        result.op = .touch
      }
    }
    return result
  }

  /// Whether there is room for values; if so, it is theirs.
  private mutating func take(_ values: [PortableValue?]) -> Bool {
    var rest = left
    for value in values {
      guard let value else { continue }
      var room = min(rest, Self.valueMax)
      let before = room
      guard value.takes(from: &room) else { return false }
      rest -= before - room
    }
    left = rest
    return true
  }

  /// Whether it is as good as full: what more there is belongs to another reply.
  var isFull: Bool { left < Self.valueMax }
}

extension PortableValue {
  /// Takes about the bytes that it has as JSON from a number of them. It looks at no more than that takes.
  /// - Returns: whether there were as many.
  fileprivate func takes(from room: inout Int) -> Bool {
    switch self {
    case .null, .bool: room -= 5
    case .int, .double: room -= 10
    case .string(let text): room -= text.utf8.count + 3
    case .list(let elements):
      room -= 2
      for element in elements where room >= 0 { _ = element.takes(from: &room) }
    case .record(let fields):
      room -= 2
      for field in fields where room >= 0 {
        room -= field.name.utf8.count + 4
        _ = field.value.takes(from: &room)
      }
    }
    return room >= 0
  }
}
