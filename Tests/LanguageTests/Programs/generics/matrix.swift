struct Matrix<T: Numeric>: Equatable, CustomStringConvertible, Sequence {
  let rows: Int, columns: Int
  private var grid: [T]
  init(rows: Int, columns: Int, repeating value: T = 0) {
    self.rows = rows; self.columns = columns; grid = Array(repeating: value, count: rows * columns)
  }
  init(_ lists: [[T]]) {
    precondition(!lists.isEmpty); rows = lists.count; columns = lists[0].count; grid = lists.flatMap { $0 }
  }
  subscript(r: Int, c: Int) -> T {
    get { precondition(r >= 0 && r < rows, "row out of range"); return grid[r * columns + c] }
    set { grid[r * columns + c] = newValue }
  }
  subscript(row r: Int) -> [T] { Array(grid[(r * columns)..<((r + 1) * columns)]) }
  static func * (l: Matrix, r: Matrix) -> Matrix {
    var out = Matrix(rows: l.rows, columns: r.columns)
    for i in 0..<l.rows { for j in 0..<r.columns { for k in 0..<l.columns { out[i, j] += l[i, k] * r[k, j] } } }
    return out
  }
  static func + (l: Self, r: Self) -> Self { var o = l; for i in o.grid.indices { o.grid[i] += r.grid[i] }; return o }
  static func *= (l: inout Matrix, s: T) { l.grid = l.grid.map { $0 * s } }
  static prefix func ~ (m: Matrix) -> Matrix { m.transposed }
  var transposed: Matrix {
    var o = Matrix(rows: columns, columns: rows); for i in 0..<rows { for j in 0..<columns { o[j, i] = self[i, j] } };
    return o
  }
  var description: String {
    (0..<rows).map { r in self[row: r].map { "\($0)" }.joined(separator: " ") }.joined(separator: "\n")
  }
  func makeIterator() -> AnyIterator<T> { AnyIterator(grid.makeIterator()) }
}
extension Matrix where T: Comparable { var largest: T? { self.max() } }
extension Matrix where T == Double { var mean: Double { reduce(0, +) / Double(rows * columns) } }
extension Matrix: ExpressibleByArrayLiteral { init(arrayLiteral elements: [T]...) { self.init(elements) } }
let a: Matrix<Int> = [[1, 2], [3, 4]]
let id: Matrix = [[1, 0], [0, 1]]
print(a * id == a, (a + a)[1, 1])
print(a * a)
print(~a)
var d = Matrix([[1.5, 2.5], [0, 4]]); d *= 2
print(d, d.mean, d.largest!, d.contains(8), d.filter { $0 > 3 }.count)
for (i, v) in a.enumerated() where v.isMultiple(of: 2) { print(i, v) }
struct Grid<Cell> {
  var cells: [[Cell]]
  subscript(safe x: Int, y: Int) -> Cell? {
    cells.indices.contains(y) && cells[y].indices.contains(x) ? cells[y][x] : nil
  }
  func neighbours(_ x: Int, _ y: Int) -> [Cell] {
    [(-1, 0), (1, 0), (0, -1), (0, 1)].compactMap { dx, dy in self[safe: x + dx, y + dy] }
  }
  mutating func mapInPlace(_ f: (Cell) throws -> Cell) rethrows { cells = try cells.map { try $0.map(f) } }
}
var g = Grid(cells: [["a", "b"], ["c", "d"]])
print(g.neighbours(0, 0), g[safe: 5, 5] ?? "out")
g.mapInPlace { $0.uppercased() }
print(g.cells.map { $0.joined() })
typealias Board = [[Bool]]
func step(_ b: Board) -> Board {
  b.indices.map { y in
    b[y].indices.map { x in
      var n = 0
      for dy in -1...1 {
        for dx in -1...1 where (dx, dy) != (0, 0) {
          if b.indices ~= y + dy && b[y].indices ~= x + dx && b[y + dy][x + dx] { n += 1 }
        }
      }
      return n == 3 || (n == 2 && b[y][x])
    }
  }
}
var board: Board = Array(repeating: Array(repeating: false, count: 5), count: 5)
for x in 1...3 { board[2][x] = true }
for _ in 0..<2 { board = step(board); print(board.map { $0.map { $0 ? "#" : "." }.joined() }.joined(separator: "/")) }
