// Typed throws where errors pass through: closures, Result, several errors in one do, methods, initialisers.
enum NetworkError: Error { case offline, status(Int) }
enum ParseError: Error { case empty }

func load(_ path: String) throws(NetworkError) -> String {
  if path.isEmpty { throw .offline }
  if path == "/missing" { throw .status(404) }
  return "<\(path)>"
}
func parse(_ text: String) throws(ParseError) -> Int {
  guard text.count > 2 else { throw .empty }
  return text.count
}
func describe(_ path: String) -> String {
  do {
    return try load(path)
  } catch .offline {
    return "offline"
  } catch {
    return "error \(error)"
  }
}
print(describe("/a"), describe(""), describe("/missing"))
func both(_ path: String) -> String {
  do {
    return "\(try parse(try load(path)))"
  } catch let error as NetworkError {
    return "network: \(error)"
  } catch {
    return "other: \(error)"
  }
}
print(both("/ab"), both(""))
func attempt<T, E: Error>(_ body: () throws(E) -> T) -> Result<T, E> {
  do { return .success(try body()) } catch { return .failure(error) }
}
let result = attempt { () throws(NetworkError) in try load("/missing") }
if case .failure(.status(let code)) = result { print("code", code) }
struct Name {
  let text: String
  init(_ text: String) throws(ParseError) {
    if text.isEmpty { throw .empty }
    self.text = text
  }
}
do {
  print(try Name("Ann").text)
  _ = try Name("")
} catch {
  switch error {
  case .empty: print("a name is empty")
  }
}
let sure: Result<Int, Never> = .success(5)
print(sure.get() + 1)
func rethrow() throws(NetworkError) {
  do { _ = try load("") } catch { throw error }
}
do { try rethrow() } catch { print(error == .offline ? "same" : "other") }
extension NetworkError: Equatable {}
