// Functions that stand in lists and dictionaries are called where they stand.
var later: [() -> Void] = []
func keep(_ body: @escaping () -> Void) { later.append(body) }
keep { print("first") }
keep { print("second") }
later[0]()
later[1]()
(later[0])()

let operations: [String: (Int, Int) -> Int] = ["+": { $0 + $1 }, "*": { $0 * $1 }]
print(operations["+"]!(2, 3), operations["*"]?(2, 3) ?? 0, operations["-"]?(2, 3) ?? -1)

struct Steps {
  var list: [(Int) -> Int]
  subscript(index: Int) -> (Int) -> Int { list[index] }
  func all(_ n: Int) -> Int { list.indices.reduce(n) { list[$1]($0) } }
}
let steps = Steps(list: [{ $0 + 1 }, { $0 * 10 }])
print(steps[1](7), steps.all(2), steps.list[0](1))

var makers: [(String) -> () -> String] = [{ name in { "hello, \(name)" } }]
print(makers[0]("Ann")())
