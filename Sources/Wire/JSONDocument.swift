/// One parsed JSON text: its bytes, and a flat list of nodes that point into them.
///
/// Reading allocates nothing but the strings that are asked for, and a parser uses the same memory again for the next
/// text once nobody holds this one. `JSONView` is how it is read; `JSONValue` is the independent copy.
///
/// In the list every container is followed by its content, and each node knows where its subtree ends, so that skipping
/// a member is one step:
///
///     {"a":[1,2],"b":true}   ──▶   object(2) "a" array(2) 1 2 "b" true
///
/// `@unchecked Sendable`: the parser writes only while it holds the one reference (it checks, as copy-on-write does), and
/// nothing writes after that, so whoever else holds a document may read it from any thread.
public final class JSONDocument: @unchecked Sendable {
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  private(set) var bytesCapacity: Int
  private(set) var nodes: UnsafeMutablePointer<JSONNodes.Node>
  private(set) var nodesCapacity: Int

  /// Zeros after the text: the parser may look this far past its end without asking where it is.
  static let padding = 8

  init(bytesCapacity: Int = 512, nodesCapacity: Int = 64) {
    self.bytesCapacity = bytesCapacity
    self.nodesCapacity = nodesCapacity
    bytes = .allocate(capacity: bytesCapacity)
    nodes = .allocate(capacity: nodesCapacity)
  }

  deinit {
    bytes.deallocate()
    nodes.deallocate()
  }

  /// The whole text.
  public var root: JSONView { JSONView(document: self, index: 0) }

  // MARK: For the parser, while it holds the only reference

  /// Takes in a text, padded with zeros, and makes room for as many nodes as it can possibly need.
  ///
  /// A scalar takes a byte and something that separates it from the next, a container two brackets; only containers that
  /// are never closed take one byte each, and the parser stops at `depthMax` of them. So there is no check per node.
  func load(_ text: UnsafeRawBufferPointer, depthMax: Int) {
    let needed = text.count + Self.padding
    if needed > bytesCapacity {
      bytes.deallocate()
      bytesCapacity = max(needed, bytesCapacity * 2)
      bytes = .allocate(capacity: bytesCapacity)
    }
    let raw = UnsafeMutableRawPointer(bytes)
    if let start = text.baseAddress { raw.copyMemory(from: start, byteCount: text.count) }
    raw.storeBytes(of: 0, toByteOffset: text.count, as: UInt64.self)
    let nodesMax = min(text.count, text.count / 2 + depthMax) + 2
    if nodesMax > nodesCapacity {
      nodes.deallocate()
      nodesCapacity = max(nodesMax, nodesCapacity * 2)
      nodes = .allocate(capacity: nodesCapacity)
    }
  }

  /// What views and decoders look at.
  var nodeList: JSONNodes { JSONNodes(bytes: bytes, nodes: nodes) }
}
