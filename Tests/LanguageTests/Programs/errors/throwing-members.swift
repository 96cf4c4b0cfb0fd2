// Throwing initialisers, computed properties, subscripts and closures.
enum ParseError: Error { case empty, bad(Character) }
struct Digits {
  let values: [Int]
  init(_ text: String) throws {
    guard !text.isEmpty else { throw ParseError.empty }
    values = try text.map {
      guard let digit = $0.wholeNumberValue else { throw ParseError.bad($0) }
      return digit
    }
  }
  var first: Int {
    get throws {
      guard let first = values.first else { throw ParseError.empty }
      return first
    }
  }
  subscript(at index: Int) -> Int {
    get throws {
      guard values.indices.contains(index) else { throw ParseError.empty }
      return values[index]
    }
  }
}
do {
  let digits = try Digits("472")
  print(digits.values, try digits.first, try digits[at: 1])
  _ = try digits[at: 9]
} catch { print("caught", error) }
do { _ = try Digits("4x2") } catch ParseError.bad(let c) { print("bad", c) }
print((try? Digits("")) == nil, (try? Digits("12"))?.values.count ?? 0)
