// Dictionaries: literals, access, default values, update, removal, iteration in order, grouping, merging, mapValues.
var prices = ["margherita": 9.5, "diavolo": 11]
prices["funghi"] = 10
prices["diavolo"]! += 1
print(prices.count, prices["diavolo"]!, prices["none"] as Any, prices["none", default: 0])
print(prices.updateValue(8, forKey: "funghi") as Any, prices.removeValue(forKey: "funghi") as Any, prices.count)
prices["margherita"] = nil
print(prices)
for key in ["b": 1, "a": 2].keys.sorted() { print(key, terminator: " ") }
print()
let people = [("Ann", "Hamburg"), ("Bob", "London"), ("Cid", "Hamburg")]
let byCity = Dictionary(grouping: people) { $0.1 }
print(byCity["Hamburg"]!.map { $0.0 }, byCity.keys.sorted())
print(byCity.mapValues { $0.count }.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
let unique = Dictionary(uniqueKeysWithValues: [("a", 1), ("b", 2)])
print(unique["a"]!, unique.filter { $0.value > 1 }, unique.contains { $0.key == "b" })
print(Dictionary(["a", "b", "a"].map { ($0, 1) }, uniquingKeysWith: +)["a"]!)
var merged = unique
merged.merge(["b": 20]) { old, new in old + new }
print(merged["b"]!, unique.merging(["a": 5]) { $1 }["a"]!)
print(unique.compactMapValues { $0 > 1 ? "\($0)" : nil }, unique.isEmpty, [String: Int]().isEmpty)
var nested: [String: [String: Int]] = [:]
nested["x", default: [:]]["y"] = 1
print(nested, nested["x"]?["y"] as Any, nested["q"]?["y"] as Any)
let any: [String: Any] = ["name": "Ann", "age": 31]
print(any["age"] as? Int ?? 0, any["name"] as? Int as Any)
print(["k": 1] == ["k": 1], ["only": 1].first!.key, ["a": 1].map { ($0.key, $0.value + 1) })
