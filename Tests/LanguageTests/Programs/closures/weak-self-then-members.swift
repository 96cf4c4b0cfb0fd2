// After `guard let self`, members are reached by their bare names: stored and computed ones, methods, those of protocols.
import Foundation

protocol Names {
  func name(_ id: Int) -> String
}
struct Fake: Names {
  func name(_ id: Int) -> String { "user\(id)" }
}

final class Model {
  private let service: any Names
  private(set) var log: [String] = []
  var count: Int { log.count }
  init(service: any Names) { self.service = service }

  func add(_ text: String) { log.append(text) }

  func works() -> [() -> Void] {
    [
      { [weak self] in
        guard let self else { return print("gone") }
        add(service.name(count))
        log.append("direct")
        print(log, count)
      },
      { [weak self] in
        guard let self = self else { return print("gone") }
        let names = service
        print(names.name(7), count)
      },
      { [weak self] in
        if let self { print(count, service.name(1)) } else { print("gone") }
      },
    ]
  }
}

var model: Model? = Model(service: Fake())
let works = model!.works()
for work in works { work() }
model = nil
for work in works { work() }

final class Half {
  let name: String
  let size: Int
  init?(name: String, size: Int) {
    guard !name.isEmpty else { return nil }
    self.name = name
    guard size > 0 else { return nil }
    self.size = size
  }
  deinit { print("deinit", name, size) }
}
print(Half(name: "", size: 1) == nil, Half(name: "a", size: 0) == nil)
_ = Half(name: "whole", size: 2)

let numbers = [1, 2, 3]
let slice = numbers[...]
print(slice.dropFirst(), "text"[...].count, zip(numbers, 1...).map { $0 + $1 })
if let range = "one two".range(of: "two") { print("one two".replacingCharacters(in: range, with: "2")) }
