/// The elements of a list of plain data; copies share what they have in common.
///
/// A commit holds the value before it and the one after it, and the log holds many commits: of a list of a hundred thousand
/// elements, in which one was changed, each would be a copy. So a long list is kept in chunks that never change. One that
/// differs from another by an edit has one or two chunks of its own and all others with it together, which makes an edit
/// cheap, and finding it again too: what is the same chunk need not be looked at (`regions(from:)`). A short list is an array.
public struct PortableList: Sendable {
  /// A short list's elements; of a long one they are in the chunks.
  private var short: [PortableValue]
  private var long: Long?

  /// A list of more elements than this is kept in chunks, none of which has more.
  static let chunkMax = 256
  /// Chunks are made of so many; smaller ones than a fourth of that are joined to their neighbours.
  private static let chunkUsual = 128

  final class Chunk: Sendable {
    let elements: [PortableValue]
    let byteCount: Int

    init(_ elements: some Sequence<PortableValue>) {
      let elements = Array(elements)
      self.elements = elements
      byteCount = elements.reduce(0) { $0 + $1.byteCount + 1 }
    }
  }

  final class Long: Sendable {
    let chunks: [Chunk]
    /// Where each chunk begins, and the end.
    let starts: [Int]
    let byteCount: Int

    init(_ chunks: [Chunk]) {
      self.chunks = chunks
      var starts = [0]
      starts.reserveCapacity(chunks.count + 1)
      var (start, bytes) = (0, 0)
      for chunk in chunks {
        start += chunk.elements.count
        bytes += chunk.byteCount
        starts.append(start)
      }
      self.starts = starts
      byteCount = bytes
    }

    var count: Int { starts[chunks.count] }

    /// The chunk that a place is in; the last for the end.
    func chunk(at place: Int) -> Int {
      var (low, high) = (0, chunks.count - 1)
      while low < high {
        let middle = (low + high + 1) / 2
        if starts[middle] <= place { low = middle } else { high = middle - 1 }
      }
      return low
    }
  }

  public init(_ elements: [PortableValue]) {
    guard elements.count > Self.chunkMax else {
      (short, long) = (elements, nil)
      return
    }
    (short, long) = ([], Long(Self.chunks(of: elements[...])))
  }

  private static func chunks(of elements: ArraySlice<PortableValue>) -> [Chunk] {
    let number = Swift.max(1, elements.count / chunkUsual)
    return (0..<number).map { index in
      Chunk(
        elements[
          (elements.startIndex + elements.count * index / number)..<(elements.startIndex + elements.count * (index + 1)
            / number)])
    }
  }

  /// About how many bytes the elements have as JSON, with a comma each. O(1) for a long list.
  var byteCount: Int { long?.byteCount ?? short.reduce(0) { $0 + $1.byteCount + 1 } }

  func sharesStorage(with other: PortableList) -> Bool {
    if let long { return long === other.long }
    return other.long == nil && short.sharesStorage(with: other.short)
  }

  /// About how many bytes this and an older list have that are not in chunks of both. O(chunks that are not shared, and those
  /// before and behind them).
  public func byteCount(apartFrom older: PortableList) -> Int {
    guard let own = long, let others = older.long else { return byteCount + older.byteCount }
    if own === others { return 0 }
    let most = Swift.min(own.chunks.count, others.chunks.count)
    var prefix = 0
    while prefix < most, own.chunks[prefix] === others.chunks[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < most - prefix,
      own.chunks[own.chunks.count - suffix - 1] === others.chunks[others.chunks.count - suffix - 1]
    {
      suffix += 1
    }
    func size(_ list: Long) -> Int {
      // The chunks of its own, and a reference and a place for each of all.
      list.chunks[prefix..<list.chunks.count - suffix].reduce(list.chunks.count * 16) { $0 + $1.byteCount }
    }
    return size(own) + size(others)
  }

  /// Whether it is long enough that what is done to all of its elements takes notable time.
  public var isLong: Bool { long != nil }

  public var array: [PortableValue] { long == nil ? short : Array(self) }
}

extension PortableList: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  public init() { (short, long) = ([], nil) }

  public init(_ elements: some Sequence<PortableValue>) { self.init(Array(elements)) }

  public var startIndex: Int { 0 }
  public var endIndex: Int { long?.count ?? short.count }

  /// - Complexity: reading, O(log chunks); writing, O(chunks) for a list that is shared or long.
  public subscript(position: Int) -> PortableValue {
    get {
      guard let long else { return short[position] }
      precondition(indices.contains(position), "there is no such element")
      let chunk = long.chunk(at: position)
      return long.chunks[chunk].elements[position - long.starts[chunk]]
    }
    set {
      if long == nil { short[position] = newValue } else { replaceSubrange(position..<position + 1, with: [newValue]) }
    }
  }

  public mutating func replaceSubrange(_ range: Range<Int>, with added: some Collection<PortableValue>) {
    guard let long else {
      short.replaceSubrange(range, with: added)
      if short.count > Self.chunkMax { self = PortableList(short) }
      return
    }
    precondition(range.lowerBound >= 0 && range.upperBound <= long.count, "there is no such part")
    let first = long.chunk(at: range.lowerBound)
    let last = long.chunk(at: Swift.max(range.lowerBound, range.upperBound - 1))
    var elements = Array(long.chunks[first].elements[..<(range.lowerBound - long.starts[first])])
    elements += added
    elements += long.chunks[last].elements[(range.upperBound - long.starts[last])...]
    var replaced = first..<last + 1
    if elements.count < Self.chunkUsual / 4 {
      // Joined to a neighbour, so that a list from which much is taken does not end as many chunks of few.
      if replaced.upperBound < long.chunks.count {
        elements += long.chunks[replaced.upperBound].elements
        replaced = replaced.lowerBound..<replaced.upperBound + 1
      } else if replaced.lowerBound > 0 {
        elements = long.chunks[replaced.lowerBound - 1].elements + elements
        replaced = replaced.lowerBound - 1..<replaced.upperBound
      }
    }
    var chunks = long.chunks
    if elements.count <= Self.chunkMax {
      chunks.replaceSubrange(replaced, with: elements.isEmpty ? [] : [Chunk(elements)])
    } else {
      chunks.replaceSubrange(replaced, with: Self.chunks(of: elements[...]))
    }
    let left = Long(chunks)
    if left.count <= Self.chunkUsual { self = PortableList(chunks.flatMap(\.elements)) } else { self.long = left }
  }

  public func makeIterator() -> Iterator { Iterator(self) }

  public struct Iterator: IteratorProtocol {
    private var elements: IndexingIterator<[PortableValue]>
    private var rest: ArraySlice<Chunk>

    init(_ list: PortableList) {
      elements = list.short.makeIterator()
      rest = (list.long?.chunks ?? [])[...]
    }

    public mutating func next() -> PortableValue? {
      if let element = elements.next() { return element }
      guard let chunk = rest.popFirst() else { return nil }
      elements = chunk.elements.makeIterator()
      return elements.next()
    }
  }
}

extension PortableList: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: PortableValue...) { self.init(elements) }
}

extension PortableList: Hashable {
  /// Lists with common chunks are compared without looking into these.
  public static func == (left: Self, right: Self) -> Bool {
    if left.long === right.long { return left.short == right.short }
    return left.count == right.count && left.commonPrefix(with: right, by: ==) == left.count
  }

  /// The same by `PortableValue.isSame`.
  func isSame(as other: Self) -> Bool {
    count == other.count && commonPrefix(with: other) { $0.isSame(as: $1) } == count
  }

  /// The same by `PortableValue.isIdentical`.
  public func isIdentical(to other: Self) -> Bool {
    count == other.count && (long != nil && long === other.long || commonPrefix(with: other) == count)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }
}

// MARK: What two lists have in common

extension PortableList {
  /// A part of a list in one array, and whose it is.
  private struct Piece {
    let elements: [PortableValue]
    let chunk: Chunk?
    /// Where it begins in the list.
    let start: Int

    var end: Int { start + elements.count }
  }

  private func piece(at place: Int) -> Piece {
    guard let long else { return Piece(elements: short, chunk: nil, start: 0) }
    let index = long.chunk(at: place)
    return Piece(elements: long.chunks[index].elements, chunk: long.chunks[index], start: long.starts[index])
  }

  /// How many elements are the same from here on in both.
  fileprivate func commonPrefix(
    with other: PortableList, from start: (Int, Int) = (0, 0), most: Int? = nil,
    by areAlike: (PortableValue, PortableValue) -> Bool = { $0.isIdentical(to: $1) }
  ) -> Int {
    let most = most ?? Swift.min(count - start.0, other.count - start.1)
    var length = 0
    while length < most {
      let (place, otherPlace) = (start.0 + length, start.1 + length)
      let (own, others) = (piece(at: place), other.piece(at: otherPlace))
      let (offset, otherOffset) = (place - own.start, otherPlace - others.start)
      let run = Swift.min(most - length, own.end - place, others.end - otherPlace)
      if let chunk = own.chunk, chunk === others.chunk, offset == otherOffset {
        length += run
        continue
      }
      for index in 0..<run where !areAlike(own.elements[offset + index], others.elements[otherOffset + index]) {
        return length + index
      }
      length += run
    }
    return length
  }

  /// How many are before these places.
  private func commonSuffix(with other: PortableList, before end: (Int, Int), most: Int) -> Int {
    var length = 0
    while length < most {
      let (place, otherPlace) = (end.0 - length - 1, end.1 - length - 1)
      let (own, others) = (piece(at: place), other.piece(at: otherPlace))
      let (offset, otherOffset) = (place - own.start, otherPlace - others.start)
      let run = Swift.min(most - length, offset + 1, otherOffset + 1)
      if let chunk = own.chunk, chunk === others.chunk, offset == otherOffset {
        length += run
        continue
      }
      for index in 0..<run where !own.elements[offset - index].isIdentical(to: others.elements[otherOffset - index]) {
        return length + index
      }
      length += run
    }
    return length
  }

  /// A part of the older list, and what is in its place in the newer one.
  public struct Region: Hashable, Sendable {
    public var old: Range<Int>
    public var new: Range<Int>
  }

  /// Where it differs from an older list, from left to right: all between the regions is identical in both, in one order.
  ///
  /// O(chunks + what is not in common chunks). Not as few and as short as there could be: what is known of the chunks
  /// decides.
  public func regions(from older: PortableList) -> [Region] {
    let whole = Region(old: 0..<older.count, new: 0..<count)
    guard let oldLong = older.long, let newLong = long else { return trimmed(whole, older).map { [$0] } ?? [] }
    guard let middle = trimmed(whole, older) else { return [] }
    var places: [ObjectIdentifier: Int] = [:]
    // The same chunk twice: any of its places will do.
    for index in newLong.chunks.indices
    where newLong.starts[index] >= middle.new.lowerBound && newLong.starts[index + 1] <= middle.new.upperBound {
      places[ObjectIdentifier(newLong.chunks[index])] = newLong.starts[index]
    }
    var common: [(old: Int, new: Int, count: Int)] = []
    for (index, chunk) in oldLong.chunks.enumerated()
    where oldLong.starts[index] >= middle.old.lowerBound && oldLong.starts[index + 1] <= middle.old.upperBound {
      guard let place = places[ObjectIdentifier(chunk)] else { continue }
      common.append((oldLong.starts[index], place, chunk.elements.count))
    }
    var regions: [Region] = []
    var (oldEnd, newEnd) = (middle.old.lowerBound, middle.new.lowerBound)
    for index in common.map(\.new).longestIncreasing() + [common.count] {
      let (old, new, length) =
        index < common.count ? common[index] : (middle.old.upperBound, middle.new.upperBound, 0)
      if let part = trimmed(Region(old: oldEnd..<old, new: newEnd..<new), older) { regions.append(part) }
      (oldEnd, newEnd) = (old + length, new + length)
    }
    return regions
  }

  /// A region without what is the same at its ends; nil if nothing is left of it.
  private func trimmed(_ region: Region, _ older: PortableList) -> Region? {
    let most = Swift.min(region.old.count, region.new.count)
    let prefix = older.commonPrefix(with: self, from: (region.old.lowerBound, region.new.lowerBound), most: most)
    let suffix = older.commonSuffix(
      with: self, before: (region.old.upperBound, region.new.upperBound), most: most - prefix)
    let old = region.old.lowerBound + prefix..<region.old.upperBound - suffix
    let new = region.new.lowerBound + prefix..<region.new.upperBound - suffix
    return old.isEmpty && new.isEmpty ? nil : Region(old: old, new: new)
  }
}

extension PortableValue {
  /// Whether two values are known to be identical without looking into them. O(1)
  func sharesStorage(with other: PortableValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.list(let left), .list(let right)): left.sharesStorage(with: right)
    case (.record(let left), .record(let right)): left.sharesStorage(with: right)
    default: false
    }
  }

  /// Whether nobody could tell one from the other: zeros differ by their signs, and texts by their bytes; what is no number
  /// is what it was.
  public func isIdentical(to other: PortableValue) -> Bool {
    switch (self, other) {
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern || left.isNaN && right.isNaN
    case (.string(let left), .string(let right)): LongText.haveSameBytes(left, right)
    case (.list(let left), .list(let right)): left.isIdentical(to: right)
    case (.record(let left), .record(let right)):
      left.sharesStorage(with: right)
        || left.elementsEqual(right) { $0.name == $1.name && $0.value.isIdentical(to: $1.value) }
    default: self == other
    }
  }
}

extension Array {
  fileprivate func sharesStorage(with other: [Element]) -> Bool {
    count == other.count
      && withUnsafeBufferPointer { own in other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress } }
  }
}

extension [Int] {
  /// The indices of a longest row of numbers, each greater than the one before.
  public func longestIncreasing() -> [Int] {
    // Of all rows of a length, the one that ends with the least, and what stood before its last.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: count)
    for (index, number) in enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if self[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? ends[low - 1] : -1
      if low < ends.count { ends[low] = index } else { ends.append(index) }
    }
    var row: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      row.append(index)
      index = previous[index]
    }
    return row.reversed()
  }
}
