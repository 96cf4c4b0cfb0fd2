// Long tables of literals: elements that are written alike become the same.
// swift-format-ignore-file
let matrix = [
  [1, 2], [3, 4, 5], [-6], [7, 8], [9, 10], [11], [12], [13], [14], [15], [16], [17], [18], [19], [20], [21, 22],
]
print(matrix.count, matrix[1], matrix[2], matrix.map(\.count).reduce(0, +), type(of: matrix))
let fractions = [
  [1, 2.5], [3, 4], [5], [6], [7], [8], [9], [10], [11], [12], [13], [14], [15], [16], [17], [18],
]
print(fractions[1], type(of: fractions))
let wanted: [[Double]] = [
  [1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [11], [12], [13], [14], [15], [16, 1],
]
print(wanted[0], wanted[15])
let named: [String: (count: Int, tags: Set<String>)] = [
  "a": (1, ["x", "yy"]), "b": (2, ["x"]), "c": (3, ["x"]), "d": (4, ["x"]), "e": (5, ["x"]), "f": (6, ["x"]),
  "g": (7, ["x"]), "h": (8, ["x"]), "i": (9, ["x"]), "j": (10, ["x"]), "k": (11, ["x"]), "l": (12, ["x"]),
  "m": (13, ["x"]), "n": (14, ["x"]), "o": (15, ["x"]), "p": (16, ["zz"]), "q": (17, ["x"]),
]
print(named["p"]!.count, named["p"]!.tags, named["a"]!.tags.count)
let mixed: [Any] = [1, "a", 2.5, true, [1], ["k": 1], (1, 2), 2, "b", 3.5, false, [2], ["l": 2], (3, 4), 5, "cc", [3]]
print(mixed[0], mixed[14], mixed[16], mixed.count { $0 is Int }, mixed.count { $0 is [Int] }, mixed.count { $0 is (Int, Int) })
let maybe: [Int?] = [1, nil, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, nil, 17]
print(maybe.compactMap { $0 }.count, maybe[16] as Any)
let characters: [Character] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "é"]
print(String(characters))
let strings = ["a", "bb", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "qq"]
print(strings[0] + strings[1], type(of: strings))
let mean = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16].reduce(0, +) / 32.0
print(mean)
struct Meter: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  var value: Double
  init(integerLiteral value: Int) { self.value = Double(value) }
  init(floatLiteral value: Double) { self.value = value }
}
let meters: [[Meter]] = [
  [1, 2.5], [3], [4], [5], [6], [7], [8], [9], [10], [11], [12], [13], [14], [15], [16], [17, 18.5],
]
print(meters[0][1].value, meters[15][1].value, meters[7][0].value)
