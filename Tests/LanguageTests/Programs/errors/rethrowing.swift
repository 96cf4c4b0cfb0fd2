// rethrows: throws only if the closure does.
struct Odd: Error { let value: Int }
func twice<T>(_ body: () throws -> T) rethrows -> [T] { [try body(), try body()] }
print(twice { 1 })
do {
  print(try twice { throw Odd(value: 3) } as [Int])
} catch { print(error) }
extension Array {
  func each(_ body: (Element) throws -> Void) rethrows { for item in self { try body(item) } }
}
[1, 2].each { print($0) }
do {
  try [2, 4, 5, 6].each { if $0 % 2 == 1 { throw Odd(value: $0) } }
} catch let odd as Odd { print("odd", odd.value) }
print((try? [1, 2].map { if $0 > 1 { throw Odd(value: $0) } else { return $0 } }) as [Int]? as Any)
