/// The content of a `JSONDocument` without a claim on it: valid while somebody holds the document.
///
/// Decoding looks through this, since counting references for each member took longer than parsing.
struct JSONNodes {
  enum Kind: UInt8 { case null, bool, int, double, string, array, object }

  struct Node {
    var kind: Kind
    /// The index just past this node's subtree.
    var end: UInt32
    /// int: the value. double: its bits. bool: 0 or 1. string: offset and length in the bytes. Containers: how many
    /// elements or members.
    var payload: UInt64
  }

  let bytes: UnsafeMutablePointer<UInt8>
  let nodes: UnsafeMutablePointer<Node>

  subscript(index: Int) -> Node { nodes[index] }

  /// The index just past the subtree at `index`.
  func end(of index: Int) -> Int { Int(truncatingIfNeeded: nodes[index].end) }

  /// The bytes of a string, which are valid UTF-8.
  func utf8(of index: Int) -> UnsafeBufferPointer<UInt8> {
    let payload = nodes[index].payload
    return UnsafeBufferPointer(
      start: bytes + Int(truncatingIfNeeded: payload >> 32), count: Int(truncatingIfNeeded: payload & 0xffff_ffff))
  }

  func string(of index: Int) -> String { String(decoding: utf8(of: index), as: UTF8.self) }

  func int(of index: Int) -> Int { Int(bitPattern: UInt(nodes[index].payload)) }

  /// Whether the string at `index` has exactly these bytes.
  func text(at index: Int, equals text: StaticString) -> Bool {
    let payload = nodes[index].payload
    let count = text.utf8CodeUnitCount
    guard Int(truncatingIfNeeded: payload & 0xffff_ffff) == count else { return false }
    let (own, other) = (bytes + Int(truncatingIfNeeded: payload >> 32), text.utf8Start)
    var position = 0
    while position < count, own[position] == other[position] { position &+= 1 }
    return position == count
  }

  /// The index of the value of the object's member with this name, the last one if there are several. O(members).
  func member(of object: Int, named name: StaticString) -> Int? {
    let end = end(of: object)
    var found: Int?
    var index = object &+ 1
    while index < end {
      if text(at: index, equals: name) { found = index &+ 1 }
      index = self.end(of: index &+ 1)
    }
    return found
  }

  /// The index of the first member's name that is none of these.
  func firstMember(of object: Int, notIn names: [StaticString]) -> Int? {
    let end = end(of: object)
    var index = object &+ 1
    while index < end {
      if !names.contains(where: { text(at: index, equals: $0) }) { return index }
      index = self.end(of: index &+ 1)
    }
    return nil
  }
}
