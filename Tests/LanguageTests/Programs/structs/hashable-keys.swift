// Own structs as dictionary keys and in sets; a hash of one's own.
struct Position: Hashable { let row: Int, column: Int }
var board: [Position: String] = [:]
board[Position(row: 0, column: 1)] = "queen"
board[.init(row: 2, column: 2)] = "king"
print(board[Position(row: 0, column: 1)] ?? "-", board[Position(row: 9, column: 9)] ?? "-")
print(Set([Position(row: 1, column: 1), Position(row: 1, column: 1)]).count)
struct CaseInsensitive: Hashable {
  let text: String
  static func == (a: Self, b: Self) -> Bool { a.text.lowercased() == b.text.lowercased() }
  func hash(into hasher: inout Hasher) { hasher.combine(text.lowercased()) }
}
print(Set([CaseInsensitive(text: "A"), CaseInsensitive(text: "a")]).count)
print(CaseInsensitive(text: "Hi") == CaseInsensitive(text: "HI"))
