/// A value within a `JSONDocument`: how messages are read without making anything.
///
/// Sendable and cheap to copy; it keeps its document alive, so hold a `JSONValue` of what must stay instead.
public struct JSONView: Sendable {
  public enum Kind: Sendable { case null, bool, int, double, string, array, object }

  public let document: JSONDocument
  let index: Int

  var node: JSONNodes.Node { document.nodes[index] }

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
  /// An integer however it was written: some languages' JSON makes `5.0` of 5. What a double has rounded is none.
  public var wholeNumber: Int? {
    if let int { return int }
    guard node.kind == .double, let value = Int(exactly: Double(bitPattern: node.payload)),
      value.magnitude < WireLimits.integerBound
    else { return nil }
    return value
  }
  /// Any number.
  public var double: Double? {
    switch node.kind {
    case .double: Double(bitPattern: node.payload)
    case .int: Double(Int(bitPattern: UInt(node.payload)))
    default: nil
    }
  }
  public var string: String? { node.kind == .string ? document.nodeList.string(of: index) : nil }

  /// Whether this is a string of exactly these bytes. Makes no string.
  public func equals(_ text: StaticString) -> Bool {
    node.kind == .string && document.nodeList.text(at: index, equals: text)
  }

  /// How many elements or members; 0 for what has none.
  public var count: Int { node.kind == .array || node.kind == .object ? Int(node.payload) : 0 }

  /// The member with this name, the last one if there are several; `nil` for what is no object. O(members).
  public subscript(name: StaticString) -> JSONView? {
    guard node.kind == .object else { return nil }
    return document.nodeList.member(of: index, named: name).map { JSONView(document: document, index: $0) }
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
      defer { position = document.nodeList.end(of: position) }
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
      defer { position = document.nodeList.end(of: value) }
      return (document.nodeList.string(of: position), JSONView(document: document, index: value))
    }
  }
}
