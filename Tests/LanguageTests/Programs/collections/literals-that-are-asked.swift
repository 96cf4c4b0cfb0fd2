// Dictionaries that are asked where they are written.
// swift-format-ignore-file
let c: Character = ")"
let o = [")": "(", "]": "["][c] as Character?
print(o ?? "-")
if let p = ["a": 1, "b": 2]["a"] { print(p) }
let m: Character? = ["x": "y"]["x"]
print(m ?? "-", [1: "a", 2: "b"][2] ?? "none", ["k": [1, 2]]["k"]?.count ?? 0, [0.5: "h"][0.5] ?? "", ["a", "b"][1], ["a": "b"].count, ["q": 1.5].mapValues { $0 * 2 }["q"]!)
func pair(_ c: Character) -> Character { ["(": ")", "[": "]"][c] ?? c }
print(pair("("), pair("z"), [1, 2, 3][[0, 1][1]])
let d: Double = [1, 2.5][0]; print(d)
