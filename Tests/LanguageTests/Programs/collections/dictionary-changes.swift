// Dictionaries changed: defaults, updates, removal, merging, mapping of values, filtering.
var stock = ["apple": 3, "pear": 1]
stock["plum"] = 7
stock["apple", default: 0] += 2
stock["fig", default: 10] -= 1
print(stock["apple"]!, stock["fig"]!, stock.updateValue(5, forKey: "pear") as Any, stock.count)
stock["plum"] = nil
print(stock.removeValue(forKey: "fig") as Any, stock.removeValue(forKey: "none") as Any, stock.keys.sorted())
stock.merge(["apple": 1, "kiwi": 2]) { old, new in old * 10 + new }
print(stock.mapValues { "x\($0)" }["apple"]!, stock.filter { $0.value > 4 }.keys.sorted())
print(stock.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " "))
print(stock.values.reduce(0, +), stock.contains { $0.key == "kiwi" }, stock.isEmpty)
for (name, count) in stock.sorted(by: <) { print(name, count) }
