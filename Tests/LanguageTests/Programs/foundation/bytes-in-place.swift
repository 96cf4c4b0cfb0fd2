// Bytes are changed in place: by index, in ranges, and as any collection is.
// swift-format-ignore-file
import Foundation
var d = Data(count: 3)
d[1] = 7
print(d.count, Array(d))
var e = Data(capacity: 10)
e.append(contentsOf: [1, 2])
e += [3, 4]
e += Data([5])
print(e, Array(e))
e[1...2] = Data([9])
print(Array(e))
e.replaceSubrange(0..<1, with: [7, 7, 7])
print(Array(e), e.removeFirst(), e.popLast() as Any, Array(e))
e.insert(1, at: e.startIndex); e.remove(at: e.startIndex + 1); e.removeLast(1)
print(Array(e))
var copy = e
copy[2] = 200
print(e[2], copy[2])
e.swapAt(1, 2); e.reverse(); e.sort()
print(Array(e))
let s = d[1...]
print(s.startIndex, s[1], s.count)
var t = s; t[1] = 3; t.append(4); print(t.startIndex, Array(t), Array(d))
for i in d.indices { d[i] ^= 0xFF }
print(d.map { String(format: "%02x", $0) }.joined())
d.resetBytes(in: 0..<2); print(Array(d))
d.removeAll(); print(d.isEmpty)
func fill<C: RangeReplaceableCollection>(_ t: C.Type, _ x: C.Element) -> C { var c = C(); c.append(x); return c }
print(Array(fill(Data.self, 5)))
struct Packet { var bytes = Data(); mutating func put(_ n: UInt16) { bytes.append(UInt8(n >> 8)); bytes.append(UInt8(n & 0xff)); bytes[0] |= 0x80 } }
var p = Packet(); p.put(258); print(Array(p.bytes))
print(d.prefix(1).count, Data([1,2,3]).dropFirst().startIndex, Data([3,1,2]).sorted(), Data([1, 2]).reversed() as [UInt8])
