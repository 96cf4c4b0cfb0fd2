// Integers without sign above Int.max: compared, sorted, counted, in ranges, optionals, generics and collections.
// swift-format-ignore-file
import Foundation

let top = UInt64.max
let half: UInt = 1 << 63
print(top > 1, top < 1, 1 < top, half >= 5, half == 1 << 63, top != 0)
print([top, 1, 5].sorted(), [top, 1].max()!, [top, 1].min()!, min(half, 2), max(half, 2))
func isLess<T: Comparable>(_ a: T, _ b: T) -> Bool { a < b }
print(isLess(top, 1), isLess(1, top))
struct Pair<T: Comparable & Hashable>: Hashable { var a: T, b: T; var isRising: Bool { a < b } }
print(Pair(a: top, b: 1).isRising, Pair(a: 1, b: half), Set([top, top, 1]).count)
print((5...top).contains(top - 1), (5..<half).contains(4), (5..<half).upperBound, (half...).contains(3))
var table: [UInt64: String] = [top: "top", 0: "zero"]
table[top, default: ""] += "!"
print(table[UInt64.max]!, table.keys.sorted())
let any: Any = top
print(any, any as? UInt64 ?? 0, any is Int, String(describing: any), "\(half)", [half] as [Any])
let maybe: UInt64? = top
print(maybe as Any, maybe.map { $0 - 1 } ?? 0, (top, half), top.description.count)
print(Double(top), Int(exactly: top) as Any, Int64(truncatingIfNeeded: top), Int(bitPattern: half), UInt(bitPattern: -1))
print(top &+ 1, top / 3, top % 10, top - 1 - (top - 2), ~0 as UInt64, top >> 63, half << 1, top & 255, half | 1, half ^ half == 0)
print(top.isMultiple(of: 5), top.magnitude, half.leadingZeroBitCount, top.nonzeroBitCount, half.trailingZeroBitCount)
print(Int(-1).magnitude, Int.min.magnitude, Int.min.magnitude.isMultiple(of: 2))
print(UInt64("18446744073709551615") as Any, UInt64("18446744073709551616") as Any, String(top, radix: 16))
for n in (top - 2)...top { print(n, terminator: " ") }
for n in (top - 2)..<top { print(n, terminator: " ") }
for n in stride(from: top - 4, to: top - 1, by: 2) { print(n, terminator: " ") }
print()
let (sum, isOver) = top.addingReportingOverflow(2)
print(sum, isOver, top.multipliedReportingOverflow(by: 2).partialValue)
enum Level: UInt64 { case low = 1, high = 18446744073709551615 }
print(Level(rawValue: top) as Any, Level.high.rawValue)
var hash: UInt64 = 14695981039346656037
for byte in "fnv".utf8 { hash = (hash ^ UInt64(byte)) &* 1099511628211 }
print(hash, 0xFFFF_FFFF_FFFF_FFFF as UInt, 18446744073709551615 as Double)
struct Coded: Codable, Equatable { var a: UInt64, b: [UInt]?, c: [String: UInt64] }
let coded = Coded(a: top, b: [half], c: ["x": top])
let encoder = JSONEncoder()
encoder.outputFormatting = .sortedKeys
let data = try encoder.encode(coded)
print(String(data: data, encoding: .utf8)!, try JSONDecoder().decode(Coded.self, from: data) == coded)
print([1, 2, top - 3].reduce(0, +), [half, 1].map { $0 - 1 })
switch top { case 0...5: print("small"); case (1 << 63)...: print("large"); default: print("none") }
print(String(format: "%llu %llx", top, top), Float(half))
