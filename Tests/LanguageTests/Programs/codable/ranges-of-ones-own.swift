// Ranges whose bounds have an order of their own are coded as others are, and read in that order.
import Foundation

enum Level: Int, Codable, Comparable {
  case low = 3, high = 1
  static func < (a: Level, b: Level) -> Bool { a.rawValue > b.rawValue }
}
enum Step: Codable, Comparable { case first, second }
struct Size: Codable, Comparable {
  var n: Int
  static func < (a: Size, b: Size) -> Bool { a.n < b.n }
}
func text<T: Encodable>(_ value: T) throws -> String {
  String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
}
func read<T: Decodable>(_ type: T.Type, _ text: String) {
  do { print(try JSONDecoder().decode(type, from: Data(text.utf8))) } catch DecodingError.dataCorrupted(let context) {
    print(context.debugDescription)
  } catch { print(error) }
}
print(try text(Level.low ... .high), try text(Step.first ..< .second), try text([Size(n: 1)...Size(n: 2)]))
read(ClosedRange<Level>.self, "[3,1]")
read(ClosedRange<Level>.self, "[1,3]")
read(Range<Step>.self, #"[{"first":{}},{"second":{}}]"#)
read(Range<Step>.self, #"[{"second":{}},{"first":{}}]"#)
read([ClosedRange<Size>].self, #"[[{"n":1},{"n":2}]]"#)
read([ClosedRange<Size>].self, #"[[{"n":2},{"n":1}]]"#)
