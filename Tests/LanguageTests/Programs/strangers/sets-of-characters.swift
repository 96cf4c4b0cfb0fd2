// A `CharacterSet` from a list of characters; addresses that are changed in place.
import Foundation

print("$ 12 $".trimmingCharacters(in: ["$", " "]), "a".rangeOfCharacter(from: [".", "a"]) != nil)
let vowels: CharacterSet = ["a", "e"]
print("aebea".trimmingCharacters(in: vowels), "a-b c".components(separatedBy: ["-", " "]))

var address = URL(string: "https://example.org/a")!
address.append(queryItems: [URLQueryItem(name: "k", value: "v")])
address.append(path: "b")
address.append(component: "c")
address.appendPathComponent("d")
print(address)
address.deleteLastPathComponent()
print(address.absoluteString)
address = URL(string: "https://example.org/list")!
address.appendPathExtension("json")
print(address, address.appendingPathComponent("x", isDirectory: true))
address.deletePathExtension()
print(address)
