// Result: building it from throwing code, get, map, flatMap, mapError, switch, equality.
enum ParseError: Error, Equatable { case notANumber(String), negative }
func parse(_ text: String) -> Result<Int, ParseError> {
  guard let value = Int(text) else { return .failure(.notANumber(text)) }
  return value < 0 ? .failure(.negative) : .success(value)
}
for text in ["4", "x", "-1"] {
  switch parse(text) {
  case .success(let value): print("value \(value)")
  case .failure(.negative): print("negative")
  case .failure(let error): print("error \(error)")
  }
}
print(parse("4").map { $0 * 2 }, parse("x").map { $0 * 2 })
print(parse("4").flatMap { parse("\($0)\($0)") }, parse("4") == .success(4))
struct Wrapped: Error { let text: String }
print(parse("x").mapError { Wrapped(text: "\($0)") })
do {
  print(try parse("12").get())
  print(try parse("-3").get())
} catch {
  print("threw \(error)")
}
func risky(_ fail: Bool) throws -> String {
  if fail { throw ParseError.negative }
  return "fine"
}
let results = [false, true].map { fail in Result { try risky(fail) } }
for result in results { print((try? result.get()) ?? "failed") }
if case .failure(let error) = results[1] { print(error) }
let stored: Result<String, any Error> = .success("x")
print(stored)
print([1, 2].map(Result<Int, ParseError>.success))
