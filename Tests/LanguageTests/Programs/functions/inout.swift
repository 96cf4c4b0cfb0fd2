// inout parameters: variables, properties, array elements; swap; the value is copied in and back.
func increase(_ value: inout Int, by amount: Int = 1) {
  value += amount
}
var counter = 1
increase(&counter)
increase(&counter, by: 10)
print(counter)

struct Player {
  var name = "Ann"
  var points = 0 {
    didSet { print("points \(oldValue) -> \(points)") }
  }
}
var player = Player()
increase(&player.points, by: 5)
print(player)

var scores = [1, 2, 3]
increase(&scores[1], by: 40)
swap(&scores[0], &counter)
print(scores)

func appendAll(_ more: [String], to list: inout [String]) {
  for item in more where !list.contains(item) { list.append(item) }
}
var list = ["a"]
appendAll(["a", "b", "c"], to: &list)
print(list)

func normalise(_ text: inout String) -> Bool {
  let before = text
  text = text.lowercased()
  return before != text
}
var word = "WoRd"
print(normalise(&word), word, normalise(&word))
var table = ["x": 1]
increase(&table["x", default: 0], by: 4)
increase(&table["y", default: 0], by: 2)
print(table["x"]!, table["y"]!)
