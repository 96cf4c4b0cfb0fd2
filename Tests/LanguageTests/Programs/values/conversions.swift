// Conversions between String, Int, Double, Bool and Character; those that can fail give nil.
print(Int("42") as Any, Int("-7") as Any, Int("4 2") as Any, Int("") as Any, Int("3.5") as Any)
print(Double("3.5") as Any, Double("abc") as Any, Double("1e3") as Any, Bool("true") as Any, Bool("yes") as Any)
print(Int("ff", radix: 16) as Any, String(255, radix: 16), String(255, radix: 16, uppercase: true))
print(String(42), String(2.5), String(true), String("x" as Character))
print(Int(3.99), Double(7), Float(2.5), Int(exactly: 2.5) as Any, Int(exactly: 2.0) as Any)
print(42.description, "text".description, [1, 2].description)
print("5" + String(5), Int("5")! + 5)

let typed = "12"
if let number = Int(typed) {
  print("number \(number * 2)")
}
let words = ["1", "two", "3"]
print(words.map { Int($0) }, words.compactMap { Int($0) }, words.compactMap(Int.init))
let characters: [Character] = ["a", "b"]
print(String(characters), "a" + "b" == String(characters))
print(Array(1...3), Set([1]), Array("hi"), Dictionary(uniqueKeysWithValues: [("k", 1)]))
