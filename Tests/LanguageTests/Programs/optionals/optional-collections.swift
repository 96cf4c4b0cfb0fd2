// Optionals with collections: first, last, dictionary look-ups, optional elements, chained mutation.
var toppings: [String]? = ["salami"]
toppings?.append("olives")
toppings!.append("capers")
print(toppings ?? [], toppings?.count ?? 0, toppings?.first as Any, toppings?[1] as Any)
toppings = nil
toppings?.append("lost")
print(toppings as Any, toppings?.isEmpty ?? true)

var stock: [String: Int] = ["ham": 2]
stock["ham"]? -= 1
stock["eggs"]? -= 1
print(stock, stock["eggs"] as Any, stock["ham"]!)
stock["ham"] = nil
print(stock.isEmpty)

let values: [Int?] = [1, nil, 3]
print(values.compactMap { $0 }, values.map { $0 ?? 0 }, values.contains(nil), values.first as Any)
print([Int]().first as Any, [1, 2].last ?? 0, [[1], []].map(\.first))
let names: [String: [String]?] = ["a": nil]
print(names["a"] as Any, names["b"] as Any)
var lists: [String: [Int]] = [:]
lists["x", default: []].append(1)
lists["x"]?.append(2)
lists["y"]?.append(3)
print(lists)
let closure: ((Int) -> Int)? = { $0 + 1 }
print(closure?(1) as Any, (closure?(1) ?? 0) + 1)
let condition: ((Int) -> Bool)? = nil
print(condition?(1) == true, condition?(1) ?? true)
