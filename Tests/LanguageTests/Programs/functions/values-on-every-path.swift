// Variables that get their values later, on every path.
struct Report {
  let title: String
  let level: Int
  var notes: [String] = []

  init(_ text: String?) throws {
    guard let text else { throw Missing() }
    title = text
    switch text.count {
    case 0: level = 0
    case 1...3: level = 1
    default:
      if text.hasPrefix("!") {
        level = 3
      } else {
        level = 2
      }
    }
    notes.append(title)
  }
}

struct Missing: Error {}

class Base {
  let name: String
  init(name: String) { self.name = name }
}

final class Derived: Base {
  let length: Int
  var onChange: (() -> Void)?

  override init(name: String) {
    length = name.count
    super.init(name: name)
    onChange = { [weak self] in print(self?.length ?? 0) }
  }

  convenience init?(_ number: Int) {
    if number < 0 { return nil }
    self.init(name: String(number))
  }
}

enum Side {
  case left, right
  init(_ flag: Bool) {
    if flag { self = .left } else { self = .right }
  }
}

func first(above limit: Int, in numbers: [Int]) -> String {
  let found: Int
  var index = 0
  while true {
    if index == numbers.count { return "none" }
    if numbers[index] > limit {
      found = numbers[index]
      break
    }
    index += 1
  }
  return "found \(found)"
}

func parsed(_ text: String) -> Int {
  let value: Int
  do {
    value = try Report(text).level
  } catch {
    value = -1
  }
  return value
}

func late() -> String {
  let text: String
  defer { print("leaving with", text) }
  let suffix: String
  (text, suffix) = ("a", "b")
  func whole() -> String { text + suffix }
  return whole()
}

func never() -> Int { fatalError() }

print(try Report("!abcd").level, parsed(""), parsed("ab"), parsed("abcdef"))
print(first(above: 2, in: [1, 5]), first(above: 9, in: [1]))
print(late(), Side(true), Side(false))
Derived(12)?.onChange?()
print(Derived(-1) == nil, Derived(name: "four").length)
