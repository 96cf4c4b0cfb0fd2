// Completion handlers: several, optional, stored, with Result.
enum LoadError: Error { case empty }
func load(_ name: String, completion: (Result<Int, LoadError>) -> Void) {
  name.isEmpty ? completion(.failure(.empty)) : completion(.success(name.count))
}
load("dune") { result in
  switch result {
  case .success(let count): print("loaded", count)
  case .failure(let error): print("failed", error)
  }
}
load("") { print((try? $0.get()) as Any) }
final class Loader {
  private var waiting: [(Int) -> Void] = []
  func whenDone(_ handler: ((Int) -> Void)?) { if let handler { waiting.append(handler) } }
  func finish(_ value: Int) {
    waiting.forEach { $0(value) }
    waiting.removeAll()
  }
}
let loader = Loader()
loader.whenDone { print("first", $0) }
loader.whenDone(nil)
loader.whenDone { value in print("second", value + 1) }
loader.finish(1)
loader.finish(2)
