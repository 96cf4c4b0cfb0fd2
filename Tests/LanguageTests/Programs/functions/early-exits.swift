// Guards in a row, nested functions that return early, loops left by label.
func validate(_ input: [String: Any]) -> String {
  guard let name = input["name"] as? String else { return "no name" }
  guard !name.isEmpty else { return "empty name" }
  guard let age = input["age"] as? Int, age > 0 else { return "bad age for \(name)" }
  return "\(name) is \(age)"
}
print(validate([:]))
print(validate(["name": ""]))
print(validate(["name": "Ann", "age": "x"]))
print(validate(["name": "Ann", "age": 3]))
func find(_ target: Int, in grid: [[Int]]) -> (row: Int, column: Int)? {
  search: for (row, line) in grid.enumerated() {
    for (column, value) in line.enumerated() {
      if value > 100 { break search }
      if value == target { return (row, column) }
    }
  }
  return nil
}
print(find(5, in: [[1, 2], [3, 5]]).map { "\($0.row),\($0.column)" } ?? "none")
print(find(5, in: [[101], [5]]) == nil)
