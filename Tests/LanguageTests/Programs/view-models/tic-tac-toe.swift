import Combine
enum Player: Character, CaseIterable {
  case x = "X", o = "O"; var next: Player { self == .x ? .o : .x };
  static prefix func ! (p: Player) -> Player { p.next }
}
struct Board: Hashable {
  private(set) var cells: [Player?] = .init(repeating: nil, count: 9)
  static let lines: [[Int]] = {
    let rows = (0..<3).map { r in (0..<3).map { r * 3 + $0 } };
    let columns = (0..<3).map { c in (0..<3).map { $0 * 3 + c } }; return rows + columns + [[0, 4, 8], [2, 4, 6]]
  }()
  enum Outcome: Equatable { case win(Player, line: [Int]), draw, ongoing }
  enum MoveError: Error { case taken(by: Player), outside(Int), over }
  subscript(_ i: Int) -> Player? { cells[i] }
  var outcome: Outcome {
    for line in Self.lines {
      if let p = cells[line[0]], line.allSatisfy({ cells[$0] == p }) { return .win(p, line: line) }
    }
    return cells.contains(nil) ? .ongoing : .draw
  }
  var free: [Int] { cells.indices.filter { cells[$0] == nil } }
  func playing(_ p: Player, at i: Int) throws -> Board {
    guard cells.indices.contains(i) else { throw MoveError.outside(i) }
    guard outcome == .ongoing else { throw MoveError.over }
    if let owner = cells[i] { throw MoveError.taken(by: owner) }
    var copy = self; copy.cells[i] = p; return copy
  }
}
extension Board: CustomStringConvertible {
  var description: String {
    stride(from: 0, to: 9, by: 3).map { row in
      cells[row..<row + 3].map { $0.map { String($0.rawValue) } ?? "·" }.joined()
    }.joined(separator: "/")
  }
}
struct Minimax {
  private var memo: [Board: (score: Int, move: Int?)] = [:]
  mutating func best(_ b: Board, for p: Player, turn: Player) -> (score: Int, move: Int?) {
    if let known = memo[b] { return known }
    let result: (score: Int, move: Int?)
    switch b.outcome {
    case .win(p, _): result = (10, nil)
    case .win: result = (-10, nil)
    case .draw: result = (0, nil)
    case .ongoing:
      var candidates: [(score: Int, move: Int?)] = []
      for i in b.free { candidates.append((best(try! b.playing(turn, at: i), for: p, turn: !turn).score, i)) }
      result = turn == p ? candidates.max { $0.score < $1.score }! : candidates.min { $0.score < $1.score }!
    }
    memo[b] = result
    return result
  }
}
final class Game: ObservableObject {
  @Published private(set) var board = Board(); @Published private(set) var turn = Player.x;
  @Published var message: String?
  private(set) var history: [Board] = []; private var ai = Minimax()
  func play(_ i: Int) {
    do {
      let new = try board.playing(turn, at: i); history.append(board); board = new; turn = turn.next
      switch board.outcome {
      case .win(let p, let line): message = "\(p.rawValue) wins on \(line)";
      case .draw: message = "draw";
      case .ongoing: message = nil
      }
    } catch Board.MoveError.taken(let owner) { message = "taken by \(owner)" } catch let e as Board.MoveError {
      message = "\(e)"
    } catch { fatalError("\(error)") }
  }
  func answer() { if let move = ai.best(board, for: turn, turn: turn).move { play(move) } }
  func undo() { guard let last = history.popLast() else { return }; board = last; turn = turn.next; message = nil }
}
let g = Game(); var log: [String] = []
let c = g.$message.compactMap { $0 }.sink { log.append($0) }
g.play(4); g.play(4); g.play(0); g.play(9)
print(g.board, g.turn, log)
g.play(2); g.answer(); print(g.board)
g.undo(); g.undo(); print(g.board, g.history.count)
g.play(6); g.play(1); g.play(2); print(g.board, g.message ?? "-", g.board.outcome)
g.play(5); print(log.last!)
let duel = Game(); for i in [0, 4, 8] { duel.play(i) }
while duel.board.outcome == .ongoing { duel.answer() }
print(duel.message!, duel.board.free.isEmpty, Set(duel.history).count)
