// Collections in collections: grids, groups, dictionaries of arrays, flattening.
var grid = Array(repeating: Array(repeating: 0, count: 3), count: 2)
grid[1][2] = 5
grid[0].append(9)
print(grid, grid.map(\.count), grid.flatMap { $0 }, Array(grid.joined()))
let words = ["ant", "bee", "ape", "cat", "bat"]
let groups = Dictionary(grouping: words) { $0.first! }
print(groups.keys.sorted(), groups["a"]!, groups.mapValues(\.count)["b"]!)
var index: [String: [Int]] = [:]
for (position, word) in words.enumerated() { index[String(word.prefix(1)), default: []].append(position) }
print(index["b"]!, index["a"]!.last!)
print([[1, 2], [3]].map { $0.map { $0 * 2 } }, [[3], [1]].reduce([], +))
