// Trailing closures: single, several with labels, after arguments, with defaults before them.
func load(_ name: String, times: Int = 1, then completion: (String) -> Void) {
  for i in 1...times { completion("\(name) \(i)") }
}
load("book") { print($0) }
load("song", times: 2) { text in
  print("got", text)
}
load("page", then: { print($0) })

func fetch(_ ok: Bool, onSuccess: (Int) -> Void, onFailure: (String) -> Void) {
  if ok { onSuccess(200) } else { onFailure("offline") }
}
fetch(true) { code in
  print("code \(code)")
} onFailure: { message in
  print("failed: \(message)")
}
fetch(false) {
  print($0)
} onFailure: {
  print("failed: \($0)")
}

func measure(_ title: String = "work", _ body: () -> Int) -> Int {
  print("start \(title)")
  return body()
}
print(measure { 1 + 1 })
print(measure("sum") { [1, 2, 3].reduce(0) { $0 + $1 } })

struct Row {
  let title: String
  let action: () -> Void
  init(_ title: String, action: @escaping () -> Void) {
    self.title = title
    self.action = action
  }
}
let rows = [Row("delete") { print("deleted") }, Row("share") { print("shared") }]
rows.forEach { row in row.action() }
let names =
  rows
  .map { $0.title }
  .filter { !$0.isEmpty }
  .map { $0.uppercased() }
print(names)
