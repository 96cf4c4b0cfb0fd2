// Numbers with their bytes the other way round; the old name of a distance between indices.
extension Collection {
  func every(_ n: IndexDistance) -> [Element] { enumerated().filter { $0.offset % n == 0 }.map(\.element) }
}
print([1, 2, 3].every(2), Int16(bigEndian: 256), UInt32(1).byteSwapped, UInt8(7).bigEndian, UInt64(1).byteSwapped)
print(Int16(-2).byteSwapped, Int.max.byteSwapped, 5.littleEndian, UInt16(littleEndian: 3))
