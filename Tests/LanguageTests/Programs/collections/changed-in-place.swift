// What is inside something else is changed where it is: each of these would take minutes if it were copied each time.
import Combine

let count = 3_000
var table: [String: [Int]] = ["a": Array(repeating: 0, count: 100_000)]
for index in 0..<count { table["a"]![index] |= 1 }
for index in 0..<count { table["a"]?[index] += 1 }
var grouped: [String: [Int]] = ["k": Array(repeating: 0, count: 100_000)]
for index in 0..<count { grouped["k", default: []].append(index) }
print(table["a"]![5], grouped["k"]!.count, grouped["none", default: [7]].count, grouped.count)

var pair = (Array(repeating: 0, count: 100_000), name: "b")
for index in 0..<count {
  pair.0.append(index)
  pair.name = "c"
}
let copy = pair
pair.0.removeLast()
print(pair.0.count, copy.0.count, pair.name)

var told = 0
var observed = Array(repeating: 0, count: 100_000) { didSet { told += 1 } }
for index in 0..<count { observed.append(index) }
print(observed.count, told)

final class Model: ObservableObject {
  @Published var published = Array(repeating: 0, count: 100_000)
  var told = 0
  var observed = Array(repeating: 0, count: 100_000) { didSet { told += 1 } }
  var compared = [0] { didSet { if oldValue.count < compared.count { told += 100 } } }
  var limited = [Int]() { didSet { if limited.count > 3 { limited.removeFirst() } } }
}
let model = Model()
for index in 0..<count {
  model.published.append(index)
  model.observed[index] += 1
}
model.compared.append(1)
for number in 0..<5 { model.limited.append(number) }
print(model.published.count, model.observed[7], model.told, model.limited)

// What is taken out and fails is put back, and nil takes it away.
struct Failure: Error {}
func change(_ list: inout [Int]) throws {
  list.append(9)
  throw Failure()
}
do { try change(&table["b", default: [1]]) } catch {}
do { try change(&grouped["k"]!) } catch {}
func clear(_ list: inout [Int]?) { list = nil }
clear(&grouped["k"])
print(grouped.isEmpty, table["b"] ?? [])
var nested: [String: [String: [Int]]] = [:]
nested["a", default: [:]]["b", default: []].append(1)
nested["a"]?["b"]?.append(2)
nested["a"]!["c"] = []
print(nested["a"]!["b"]!, nested["a"]!.count, nested["x"]?["y"]?.isEmpty as Any)
