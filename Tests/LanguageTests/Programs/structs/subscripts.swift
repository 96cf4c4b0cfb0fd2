// Own subscripts: read-only, with set, with labels, several parameters, static.
struct Grid {
  let columns: Int
  private var cells: [Int]
  init(rows: Int, columns: Int) {
    self.columns = columns
    cells = Array(repeating: 0, count: rows * columns)
  }
  subscript(row: Int, column: Int) -> Int {
    get { cells[row * columns + column] }
    set { cells[row * columns + column] = newValue }
  }
  subscript(row row: Int) -> [Int] {
    Array(cells[row * columns..<(row + 1) * columns])
  }
}
var grid = Grid(rows: 2, columns: 3)
grid[0, 1] = 5
grid[1, 2] += 7
print(grid[0, 1], grid[row: 0], grid[row: 1])

struct Library {
  var books = ["a": 1, "b": 2]
  subscript(name: String) -> Int? { books[name] }
  subscript(name: String, default value: Int) -> Int { books[name] ?? value }
}
let library = Library()
print(library["a"] as Any, library["z"] as Any, library["z", default: 9])

extension Array {
  subscript(safe index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
print([1, 2][safe: 1] as Any, [1, 2][safe: 5] as Any)
enum Planet {
  static subscript(n: Int) -> String { ["mercury", "venus"][n] }
}
print(Planet[1])
