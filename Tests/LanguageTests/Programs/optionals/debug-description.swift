// An optional describes what is inside as that describes itself.
struct Sign: CustomStringConvertible { var description: String { "a sign" } }
let sign: Sign? = Sign()
print(sign.debugDescription)
enum Keys: String, CodingKey { case first, second = "2nd" }
let key: Keys? = .second
print(key.debugDescription, key as Any, [Keys.first])
print(Keys.second)
