// Removing and moving elements by index sets, as lists do. Foundation has these on Apple's systems but not here.

public import Foundation

extension RangeReplaceableCollection where Index == Int {
  /// Removes the elements at `offsets`, counted from the first element.
  /// - Complexity: O(n).
  public mutating func remove(atOffsets offsets: IndexSet) {
    var kept = Self()
    kept.reserveCapacity(Swift.max(0, count - offsets.count))
    for (offset, element) in enumerated() where !offsets.contains(offset) { kept.append(element) }
    self = kept
  }
}

extension MutableCollection where Index == Int {
  /// Moves the elements at `source` before the one that was at `destination`, both counted from the first element. The
  /// moved ones keep their order, and so do the others.
  /// - Complexity: O(n).
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    let elements = Array(self)
    var order: [Int] = []
    order.reserveCapacity(elements.count)
    order.append(contentsOf: (0..<destination).filter { !source.contains($0) })
    order.append(contentsOf: source)
    order.append(contentsOf: (destination..<elements.count).filter { !source.contains($0) })
    for (offset, old) in order.enumerated() where offset != old { self[startIndex + offset] = elements[old] }
  }
}
