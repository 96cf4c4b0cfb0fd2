// Requests that are awaited, one after the other and at once: what fails is thrown.
import Foundation
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

let url = URL(string: "http://127.0.0.1:1/books")!

func load() async -> String {
  do {
    let (data, response) = try await URLSession.shared.data(from: url)
    return "\(data.count) \((response as? HTTPURLResponse)?.statusCode ?? 0)"
  } catch is URLError {
    return "no connection"
  } catch {
    return "something else"
  }
}
print(await load())

var request = URLRequest(url: url)
request.httpMethod = "POST"
do {
  let (data, _) = try await URLSession.shared.data(for: request)
  print(data.count)
} catch {
  print(error is URLError)
}

func both() async -> [String] {
  async let first = load()
  async let second = load()
  return await [first, second]
}
print(await both())
