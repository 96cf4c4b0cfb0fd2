// Whether two values are the same without coding or comparing them: by their bytes.
internal import Glibc
@_spi(Reflection) internal import Swift

/// Which bytes of a type's values mean something: all but those that lie between fields, which nobody sets.
///
/// Values with the same bytes are the same: what they hold elsewhere is the same storage, which whoever has a copy of the value
/// keeps from being changed. Two with other bytes may be equal all the same.
struct MeaningfulBytes {
  private(set) var ranges: [Range<Int>] = []
  let stride: Int

  init<Value>(of type: Value.Type) {
    stride = MemoryLayout<Value>.stride
    note(type, at: 0)
  }

  private mutating func note(_ type: Any.Type, at start: Int) {
    var fields: [(offset: Int, type: Any.Type)] = []
    _ = _forEachField(of: type) { _, offset, type, _ in
      fields.append((offset, type))
      return true
    }
    guard fields.isEmpty else {
      for field in fields { note(field.type, at: start + field.offset) }
      return
    }
    func size<Value>(_ type: Value.Type) -> Int { MemoryLayout<Value>.size }
    let end = start + _openExistential(type, do: size)
    if let last = ranges.last, last.upperBound == start {
      ranges[ranges.count - 1] = last.lowerBound..<end
    } else if end > start {
      ranges.append(start..<end)
    }
  }

  func areSame(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    var number = 0
    while number < ranges.count {
      let range = ranges[number]
      if memcmp(left + range.lowerBound, right + range.lowerBound, range.count) != 0 { return false }
      number += 1
    }
    return true
  }

  func areSame<Value>(_ left: Value, _ right: Value) -> Bool {
    withUnsafeBytes(of: left) { left in
      withUnsafeBytes(of: right) { right in
        left.baseAddress.map { areSame($0, right.baseAddress!) } ?? true
      }
    }
  }

  /// Of two values that are the same the same. Others may have it, too.
  func hash(_ value: UnsafeRawPointer) -> UInt64 {
    var hash: UInt64 = 0
    var number = 0
    while number < ranges.count {
      var (place, left) = (value + ranges[number].lowerBound, ranges[number].count)
      while left > 0 {
        var word: UInt64 = 0
        if left >= 8 { word = place.loadUnaligned(as: UInt64.self) } else { memcpy(&word, place, left) }
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 32
        place += 8
        left -= 8
      }
      number += 1
    }
    return hash
  }
}
