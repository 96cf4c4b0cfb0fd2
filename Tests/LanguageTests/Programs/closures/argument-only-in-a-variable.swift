// Arguments without names that are only spoken of in the value of a variable.
let lines = ["1,2", "3,4"]
let sums = lines.map {
  let parts = $0.split(separator: ",").compactMap { Int($0) }
  return parts.reduce(0, +)
}
print(sums)
print(
  lines.map({
    let first = $0.first!; return first
  }).count == 2)
func isValid(_ number: String) -> Bool {
  number.reversed().enumerated().map({
    let digit = Int(String($0.element))!
    let isEven = $0.offset % 2 == 0
    return isEven ? digit : digit == 9 ? 9 : digit * 2 % 9
  }).reduce(0, +) % 10 == 0
}
print(isValid("49927398716"), isValid("49927398717"))
let larger = zip([1, 5], [4, 2]).map {
  let pair = ($0, $1)
  return pair.0 > pair.1
}
print(larger)
let run: (Int, Int) -> Void = {
  let (a, b) = ($0, $1)
  guard a < b else { return }
  let inner: (Int) -> Int = {
    let twice = $0 * 2; return twice
  }
  print(inner(a), b)
}
run(1, 2)
