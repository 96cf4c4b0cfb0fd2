// Changes at the same time of what does not overlap.
struct Point {
  var x = 1
  var y = 2
  var history: [Int] = []

  mutating func note(_ values: [Int]) { history += values }
  mutating func forget() { history.removeAll { $0 == x } }
}

func exchange(_ a: inout Int, _ b: inout Int) { (a, b) = (b, a) }
func change(_ value: inout Int, _ how: () -> Int) { value = how() }

func run() {
  var point = Point()
  exchange(&point.x, &point.y)
  point.note([point.x, point.y])
  point.history.removeAll { $0 == point.y }
  var other = 5
  change(&point.x) { other + point.y }
  change(&other) { point.x }
  var numbers = [1, 2, 3]
  numbers.swapAt(0, 2)
  numbers.append(numbers[0])
  numbers[0] = numbers[1] + numbers.count
  point.forget()
  print(point.x, point.y, point.history, other, numbers)
}

run()
