import Glibc

/// A value within a `JSONDocument`: how messages are read without making anything.
///
/// Sendable and cheap to copy; it keeps its document alive, so hold a `JSONValue` of what must stay instead.
public struct JSONView: Sendable {
  public enum Kind: Sendable { case null, bool, int, double, string, array, object }

  public let document: JSONDocument
  let index: Int

  var node: JSONDocument.Node { document.nodes[index] }

  public var kind: Kind {
    switch node.kind {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  public var isNull: Bool { node.kind == .null }
  public var bool: Bool? { node.kind == .bool ? node.payload == 1 : nil }
  /// An integer that was written without point or exponent and fits.
  public var int: Int? { node.kind == .int ? Int(bitPattern: UInt(node.payload)) : nil }
  /// Any number.
  public var double: Double? {
    switch node.kind {
    case .double: Double(bitPattern: node.payload)
    case .int: Double(Int(bitPattern: UInt(node.payload)))
    default: nil
    }
  }
  public var string: String? { node.kind == .string ? document.string(of: node) : nil }

  /// Whether this is a string of exactly these bytes. Makes no string.
  public func equals(_ text: StaticString) -> Bool { node.kind == .string && document.text(at: index, equals: text) }

  /// How many elements or members; 0 for what has none.
  public var count: Int { node.kind == .array || node.kind == .object ? Int(node.payload) : 0 }

  /// The member with this name, the last one if there are several; `nil` for what is no object. O(members).
  public subscript(name: StaticString) -> JSONView? {
    guard node.kind == .object else { return nil }
    return document.member(of: index, named: name).map { JSONView(document: document, index: $0) }
  }

  /// The elements of an array; empty for anything else.
  public var elements: Elements { Elements(view: self) }
  /// The members of an object in the order they were written, duplicates included; empty for anything else.
  public var members: Members { Members(view: self) }

  public struct Elements: Sequence, IteratorProtocol {
    private let document: JSONDocument
    private var position: Int
    private let end: Int

    init(view: JSONView) {
      document = view.document
      position = view.index + 1
      end = view.node.kind == .array ? Int(view.node.end) : position
    }

    public mutating func next() -> JSONView? {
      guard position < end else { return nil }
      defer { position = Int(document.nodes[position].end) }
      return JSONView(document: document, index: position)
    }
  }

  public struct Members: Sequence, IteratorProtocol {
    private let document: JSONDocument
    private var position: Int
    private let end: Int

    init(view: JSONView) {
      document = view.document
      position = view.index + 1
      end = view.node.kind == .object ? Int(view.node.end) : position
    }

    public mutating func next() -> (name: String, value: JSONView)? {
      guard position < end else { return nil }
      let value = position + 1
      defer { position = Int(document.nodes[value].end) }
      return (document.string(of: document.nodes[position]), JSONView(document: document, index: value))
    }
  }
}

extension JSONDocument {
  func text(at index: Int, equals text: StaticString) -> Bool {
    let payload = nodes[index].payload
    let count = text.utf8CodeUnitCount
    guard Int(truncatingIfNeeded: payload & 0xffff_ffff) == count else { return false }
    return memcmp(bytes + Int(truncatingIfNeeded: payload >> 32), text.utf8Start, count) == 0
  }

  /// The index of the member's value.
  func member(of object: Int, named name: StaticString) -> Int? {
    let (nodes, bytes) = (nodes, bytes)
    let (wanted, count) = (name.utf8Start, name.utf8CodeUnitCount)
    let end = Int(nodes[object].end)
    var found: Int?
    var index = object &+ 1
    while index < end {
      let payload = nodes[index].payload
      if Int(truncatingIfNeeded: payload & 0xffff_ffff) == count,
        memcmp(bytes + Int(truncatingIfNeeded: payload >> 32), wanted, count) == 0
      {
        found = index &+ 1
      }
      index = Int(nodes[index &+ 1].end)
    }
    return found
  }
}
