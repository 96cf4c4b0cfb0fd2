// Which elements of a list are others than before, by their bytes.
internal import Glibc

/// A part of a list that has become another one; what is before it has stayed, or is told of by itself.
struct ListEdit: Equatable {
  var old: Range<Int>
  var new: Range<Int>
}

struct ListComparison {
  /// From left to right; between them both lists are the same.
  private(set) var edits: [ListEdit] = []
  /// Of elements within the edits: where the same one stood before.
  private(set) var known: [Int: Int] = [:]

  /// So many elements are compared at once.
  private static let block = 64

  init<Element>(_ old: [Element], _ new: [Element], _ bytes: MeaningfulBytes) {
    old.withUnsafeBytes { first in
      new.withUnsafeBytes { second in
        guard let first = first.baseAddress, let second = second.baseAddress else {
          if old.count + new.count > 0 { edits = [ListEdit(old: old.indices, new: new.indices)] }
          return
        }
        if first == second, old.count == new.count { return }
        compare(first, old.count, second, new.count, bytes)
      }
    }
  }

  private mutating func compare(
    _ old: UnsafeRawPointer, _ oldCount: Int, _ new: UnsafeRawPointer, _ newCount: Int, _ bytes: MeaningfulBytes
  ) {
    let stride = bytes.stride
    func areSame(_ place: Int, _ other: Int) -> Bool { bytes.areSame(old + place * stride, new + other * stride) }
    /// Also between fields; so it need not be looked at each of them.
    func areAlike(_ place: Int, _ other: Int, _ count: Int) -> Bool {
      memcmp(old + place * stride, new + other * stride, count * stride) == 0
    }
    let shared = min(oldCount, newCount)
    var start = 0
    while start < shared {
      let count = min(Self.block, shared - start)
      let end = start + count
      if areAlike(start, start, count) {
        start = end
        continue
      }
      while start < end, areSame(start, start) { start += 1 }
      if start < end { break }
    }
    var end = 0
    while end < shared - start {
      let count = min(Self.block, shared - start - end)
      let stop = end + count
      if areAlike(oldCount - stop, newCount - stop, count) {
        end = stop
        continue
      }
      while end < stop, areSame(oldCount - 1 - end, newCount - 1 - end) { end += 1 }
      if end < stop { break }
    }
    let (oldPart, newPart) = (start..<oldCount - end, start..<newCount - end)
    if oldPart.isEmpty || newPart.isEmpty {
      if oldPart.count + newPart.count > 0 { edits = [ListEdit(old: oldPart, new: newPart)] }
      return
    }
    // Edits here and there are found where they are; what is rearranged, by what stood where.
    var (from, to) = (start, start)
    var left = Self.looksMax
    while from < oldPart.upperBound || to < newPart.upperBound {
      guard let (gone, come) = next(from, to) else { break }
      edits.append(ListEdit(old: from..<from + gone, new: to..<to + come))
      (from, to) = (from + gone, to + come)
      while from < oldPart.upperBound, to < newPart.upperBound {
        let count = min(Self.block, oldPart.upperBound - from, newPart.upperBound - to)
        if !areAlike(from, to, count) {
          let stop = from + count
          while from < stop, areSame(from, to) { (from, to) = (from + 1, to + 1) }
          if from < stop { break }
        } else {
          (from, to) = (from + count, to + count)
        }
      }
    }
    /// How much differs from two places on, if that is little.
    func next(_ from: Int, _ to: Int) -> (gone: Int, come: Int)? {
      let (rest, others) = (oldPart.upperBound - from, newPart.upperBound - to)
      if rest == 0 || others == 0 { return (rest, others) }
      for distance in 1...Self.distanceMax {
        for gone in max(0, distance - others)...max(0, distance - others, min(distance, rest)) {
          let come = distance - gone
          guard gone <= rest, come <= others else { continue }
          left -= 1
          if left < 0 { return nil }
          if gone == rest || come == others {
            if gone == rest, come == others { return (gone, come) }
          } else if areSame(from + gone, to + come),
            gone + 1 == rest || come + 1 == others || areSame(from + gone + 1, to + come + 1)
          {
            return (gone, come)
          }
        }
      }
      return nil
    }
    align(from..<oldPart.upperBound, to..<newPart.upperBound, old, new, bytes)
  }

  /// So many elements are looked at to find where what differs ends, and so many in all.
  private static let distanceMax = 32
  private static let looksMax = 100_000

  private mutating func align(
    _ oldPart: Range<Int>, _ newPart: Range<Int>, _ old: UnsafeRawPointer, _ new: UnsafeRawPointer,
    _ bytes: MeaningfulBytes
  ) {
    guard !oldPart.isEmpty, !newPart.isEmpty else {
      if oldPart.count + newPart.count > 0 { edits.append(ListEdit(old: oldPart, new: newPart)) }
      return
    }
    let places = places(of: oldPart, old, bytes)
    var found: [(old: Int, new: Int)] = []
    for place in newPart {
      let element = new + place * bytes.stride
      guard let other = places[bytes.hash(element)], bytes.areSame(old + other * bytes.stride, element) else {
        continue
      }
      found.append((other, place))
    }
    let staying = found.map(\.old).longestIncreasing()
    var (next, from, to) = (0, oldPart.lowerBound, newPart.lowerBound)
    for (index, (old, new)) in found.enumerated() {
      guard next < staying.count, staying[next] == index else {
        known[new] = old
        continue
      }
      next += 1
      if from < old || to < new { edits.append(ListEdit(old: from..<old, new: to..<new)) }
      (from, to) = (old + 1, new + 1)
    }
    if from < oldPart.upperBound || to < newPart.upperBound {
      edits.append(ListEdit(old: from..<oldPart.upperBound, new: to..<newPart.upperBound))
    }
  }

  /// Where elements stand, by the hash of their bytes; the first of those that are the same.
  private func places(of range: Range<Int>, _ list: UnsafeRawPointer, _ bytes: MeaningfulBytes) -> [UInt64: Int] {
    var places: [UInt64: Int] = [:]
    places.reserveCapacity(range.count)
    for place in range.reversed() { places[bytes.hash(list + place * bytes.stride)] = place }
    return places
  }
}

extension [Int] {
  /// The places of as many numbers as there can be of which each is greater than the one before.
  fileprivate func longestIncreasing() -> [Int] {
    // Of each length the place of the least number with which such a row ends.
    var ends: [Int] = []
    var before = [Int?](repeating: nil, count: count)
    for place in indices {
      var (low, high) = (0, ends.count)
      if let last = ends.last, self[last] < self[place] { low = high }
      while low < high {
        let middle = (low + high) / 2
        if self[ends[middle]] < self[place] { low = middle + 1 } else { high = middle }
      }
      before[place] = low > 0 ? ends[low - 1] : nil
      if low < ends.count { ends[low] = place } else { ends.append(place) }
    }
    var (row, place): ([Int], Int?) = ([], ends.last)
    while let present = place {
      row.append(present)
      place = before[present]
    }
    return row.reversed()
  }
}
