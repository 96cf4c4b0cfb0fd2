// What an annotation says is decoded: in `if let` and `guard let`, and behind `try?`.
import Foundation

enum Texts {
  static func decode<T: Decodable>(_ text: String) throws -> T {
    try JSONDecoder().decode(T.self, from: Data(text.utf8))
  }
  static func decoded<T: Decodable>(_ text: String) -> T? { try? decode(text) }
}

if let list: [Int] = try? Texts.decode("[1]") { print(list) }
if let wrong: Int = try? Texts.decode("[1]") { print(wrong) } else { print("no number") }
func firsts() {
  guard let names: [String] = Texts.decoded("[\"a\"]") else { return }
  guard let url: URL? = URL(string: "a"), let number: Int = Int("4") else { return }
  print(names, url as Any, number)
  var left = 2
  while let next: Double = left > 0 ? Double(left) : nil {
    left -= 1
    print(next)
  }
}
firsts()
let kept: [String: Int]? = try? Texts.decode("{\"a\": 1}")
print(kept ?? [:])
