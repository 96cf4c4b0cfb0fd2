// throw, do, catch with patterns, rethrow to the caller, try?, try!.
enum NetworkError: Error, Equatable {
  case transport
  case server(code: Int, reason: String? = nil)
  case decoding(String)
}
struct ValidationError: Error {
  let field: String
}
func request(_ n: Int) throws -> String {
  switch n {
  case 0: return "ok"
  case 1: throw NetworkError.transport
  case 2: throw NetworkError.server(code: 503)
  case 3: throw NetworkError.server(code: 400, reason: "bad")
  case 4: throw NetworkError.decoding("json")
  default: throw ValidationError(field: "n")
  }
}
for n in 0...5 {
  do {
    let text = try request(n)
    print(text)
  } catch NetworkError.transport {
    print("transport")
  } catch NetworkError.server(let code, let reason) where code >= 500 {
    print("server \(code) \(reason ?? "-")")
  } catch let NetworkError.server(code, reason) {
    print("client \(code) \(reason ?? "-")")
  } catch let error as NetworkError {
    print("other network error", error)
  } catch {
    print("something else: \(error)")
  }
}
print((try? request(0)) as Any, (try? request(1)) as Any, try! request(0))
func outer() throws -> Int { try request(4).count }
do {
  _ = try outer()
  print("not here")
} catch is NetworkError {
  print("a network error")
} catch { print("unexpected") }
let values = [0, 1, 0].map { try? request($0) }
print(values)
if let text = try? request(0) { print("got \(text)") }
func throwing(_ body: () throws -> Int) rethrows -> Int { try body() + 1 }
print(throwing { 1 }, (try? throwing { throw ValidationError(field: "x") }) as Any)
