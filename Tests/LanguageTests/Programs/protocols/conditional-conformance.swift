// Conformances with conditions, and extensions of collections for elements of a protocol.
protocol Scored { var score: Int { get } }
struct Player: Scored { let score: Int }
extension Array: Scored where Element: Scored {
  var score: Int { map(\.score).reduce(0, +) }
}
extension Optional: Scored where Wrapped: Scored {
  var score: Int { self?.score ?? -1 }
}
print([Player(score: 2), Player(score: 5)].score)
print([[Player(score: 1)], [Player(score: 2), Player(score: 3)]].score)
print(Optional(Player(score: 9)).score, (nil as Player?).score)
extension Collection where Element == Int {
  var average: Double { isEmpty ? 0 : Double(reduce(0, +)) / Double(count) }
}
print([1, 2, 4].average, Set([3]).average)
