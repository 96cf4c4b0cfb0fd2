extension ScreenLibrary {
  /// SwiftUI's way of editing lists, by positions. A set of positions is in rising order.
  static func listEditing() -> [LibraryEntry] {
    [
      mutating("mutating func remove(atOffsets offsets: IndexSet)") { value, operands throws(Abort) in
        try requireList(value)
        let offsets = operands[0].items.map(\.integer)
        try withItems(&value) { items throws(Abort) in
          guard offsets.allSatisfy(items.indices.contains) else { throw .indexOutOfRange }
          for offset in offsets.reversed() { items.remove(at: offset) }
        }
        return .void
      },
      mutating("mutating func move(fromOffsets source: IndexSet, toOffset destination: Int)") {
        value, operands throws(Abort) in
        try requireList(value)
        let offsets = operands[0].items.map(\.integer)
        let destination = operands[1].integer
        try withItems(&value) { items throws(Abort) in
          guard offsets.allSatisfy(items.indices.contains), (0...items.count).contains(destination) else {
            throw .indexOutOfRange
          }
          let moved = offsets.map { items[$0] }
          let kept = items.indices.filter { !offsets.contains($0) }
          let before = kept.filter { $0 < destination }.map { items[$0] }
          items = before + moved + kept.filter { $0 >= destination }.map { items[$0] }
        }
        return .void
      },
    ]
  }

  /// These stand with all collections that take other elements, of which a text is one; its characters have no such positions.
  private static func requireList(_ value: Value) throws(Abort) {
    switch value {
    case .array: return
    case .native(let object) where object is ArrayPart: return
    default: throw .indexOutOfRange
    }
  }
}
