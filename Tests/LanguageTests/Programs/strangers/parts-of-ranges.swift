// Parts of a range are ranges.
let range = 2..<9
print(
  range.dropFirst(), range.dropLast(2), range.prefix(3), range.suffix(2), range.suffix(from: 5), range.prefix(upTo: 4))
let list = Array(10..<20)
print(list[list.indices.suffix(from: 7)], Array(list[list.indices.dropFirst(8)]))
print(range[3..<5], range.dropFirst(20), range.drop { $0 < 4 }, range.prefix { $0 < 4 })
print(range.split(separator: 4))
