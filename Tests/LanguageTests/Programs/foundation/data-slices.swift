// A part of a Data is a Data with the indices that its bytes have in the whole.
import Foundation
let whole = Data([1, 2, 3, 4])
let part = whole[1...]
print(part.startIndex, part.endIndex, Array(part.indices))
print(part[1], part.first!, part.last!, part.count)
let rest = part.dropFirst()
print(rest.startIndex, rest[2])
print(whole.prefix(2).endIndex, whole.suffix(2).startIndex, whole.suffix(2)[2], whole.dropLast().endIndex)
var grown = whole[2...]
grown.append(9)
print(grown.startIndex, Array(grown), grown[4], Array(whole))
print(part == Data([2, 3, 4]), part.hashValue == Data([2, 3, 4]).hashValue)
print(Array(Data(part).indices))
if let found = part.firstIndex(of: 3) { print(found, Array(part[..<found]), Array(part[found...])) }
for (number, byte) in part.enumerated() { print(number, byte) }
for index in part.indices { print(index, part[index]) }
print(Array(part.subdata(in: 1..<3)), part.subdata(in: 1..<3).startIndex)
print(part.index(after: part.startIndex), part.index(part.startIndex, offsetBy: 2), part.distance(from: 1, to: 4))
let none = whole[1..<1]
print(none.isEmpty, none.startIndex, whole.isEmpty)
print(Array(part.reversed()), part.map { $0 * 2 }, part.max()!)
print(part.drop(while: { $0 < 3 }).startIndex, part.prefix(while: { $0 < 3 }).endIndex)
print(part.prefix(upTo: 2).count, part.suffix(from: 2).startIndex, part.prefix(through: 2).count)
print(part.split(separator: 3).map { Array($0) }, part.split(separator: 3).map(\.startIndex))
func first<C: Collection>(_ bytes: C) -> C.Element { bytes[bytes.startIndex] }
print(first(part), first(whole))
func size(_ data: Data) -> Int { data.count }
print(size(whole[2...]), part.base64EncodedString(), String(data: Data("héllo".utf8)[1..<3], encoding: .utf8)!)
let kept: [Data] = [whole[..<2], whole[2...]]
print(kept.map { Array($0) }, kept)
