// Operators before and behind an operand that they change.
// swift-format-ignore-file
prefix operator ++
postfix operator ++
prefix operator ~~
@discardableResult prefix func ++ (n: inout Int) -> Int { n += 1; return n }
@discardableResult postfix func ++ (n: inout Int) -> Int { defer { n += 1 }; return n }
struct Money: Equatable {
  var cents: Int
  static func += (left: inout Money, right: Int) { left.cents += right }
  static prefix func ~~ (money: inout Money) -> Money { money += 50; return money }
}
var price = Money(cents: 20)
let raised = ~~price
print(raised, price == raised)
var n = 1
print(++n, n++, n)
var list = [1, 2]
list[0]++
++list[1]
print(list)
struct Counter { var count = 0; mutating func next() -> Int { count++ } }
var counter = Counter()
print(counter.next(), counter.next(), counter.count)
func count(_ n: inout Int) { n++ }
count(&n)
print(n)
