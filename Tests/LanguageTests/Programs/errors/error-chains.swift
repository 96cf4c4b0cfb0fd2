// Errors with payloads that are errors, converting at a boundary, cleaning up on the way, optional try chains.
enum ParseError: Error { case empty, notANumber(String) }
enum ServiceError: Error {
  case parsing(ParseError)
  case unknown(any Error)
  init(_ error: any Error) {
    if let error = error as? ParseError { self = .parsing(error) } else { self = .unknown(error) }
  }
}
struct Unexpected: Error, CustomStringConvertible { var description: String { "something unexpected" } }
func parse(_ text: String) throws -> Int {
  if text.isEmpty { throw ParseError.empty }
  if text == "?" { throw Unexpected() }
  guard let n = Int(text) else { throw ParseError.notANumber(text) }
  return n
}
func service(_ text: String) throws -> Int {
  defer { print("closing \(text.debugDescription)") }
  do {
    return try parse(text) * 2
  } catch {
    throw ServiceError(error)
  }
}
for text in ["21", "", "x", "?"] {
  do {
    print(try service(text))
  } catch ServiceError.parsing(.notANumber(let text)) {
    print("not a number: \(text)")
  } catch ServiceError.parsing(let inner) {
    print("parsing: \(inner)")
  } catch ServiceError.unknown(let inner) {
    print("unknown: \(inner)")
  }
}
let sum = ["1", "x", "3"].compactMap { try? parse($0) }.reduce(0, +)
print(sum, (try? parse("7")).map { $0 + 1 } ?? 0, (try? parse("")) == nil)
func firstNumber(_ texts: [String]) throws -> Int {
  try texts.lazy.map { try? parse($0) }.first { $0 != nil }.flatMap { $0 } ?? parse("nothing")
}
print(try firstNumber(["a", "5"]), (try? firstNumber(["a"])) as Any)
func all(_ texts: [String]) throws -> [Int] { try texts.map(parse) }
print(try all(["1", "2"]), (try? all(["1", ""])) ?? [])
