// An accessor that does more cheaply what set does.
struct Grid {
  private var cells = [1, 2, 3]
  subscript(i: Int) -> Int {
    get { cells[i] }
    _modify { yield &cells[i] }
    set { cells[i] = newValue }
  }
}
var grid = Grid()
grid[0] += 4
grid[1] = 9
print(grid[0], grid[1], grid[2])
