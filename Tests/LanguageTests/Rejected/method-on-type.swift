// A method of instances called on their type, and what becomes of the first element of a list.
// swift-format-ignore-file
final class Account {
  var balance = 0
  func add(_ amount: Int) { balance += amount }
  func total() -> Int { balance }
}
Account.add(3)  // error: instance member 'add' cannot be used on type 'Account'; did you mean to use a value of this type instead?
print(Account.total() + 1)  // error: instance member 'total' cannot be used on type 'Account'; did you mean to use a value of this type instead?
let numbers = [1]
numbers.first!.foo()  // error: value of type 'Int' has no member 'foo'
