// Observers on class properties: willSet, didSet, on inherited ones, on a property of struct type changed inside.
class Account {
  var balance = 0 {
    willSet { print("balance will be \(newValue), is \(balance)") }
    didSet { print("balance was \(oldValue), is \(balance)") }
  }
  var limits = [100, 200] {
    didSet { print("limits \(limits)") }
  }
  init() { balance = 1 }
}
class Savings: Account {
  override var balance: Int {
    didSet { print("interest on \(balance)") }
  }
}
let account = Account()
account.balance += 10
account.limits[0] = 150
account.limits.append(300)

print("-- subclass")
let savings = Savings()
savings.balance = 7

struct Address {
  var street = ""
  var city = ""
}
class Contact {
  var isDirty = false
  var address = Address() {
    didSet { isDirty = true }
  }
}
let contact = Contact()
print(contact.isDirty)
contact.address.city = "Hamburg"
print(contact.isDirty)

class Clamped {
  var value = 5 {
    didSet {
      if value > 10 { value = 10 }
      if value < 0 { value = 0 }
    }
  }
}
let clamped = Clamped()
clamped.value = 99
print(clamped.value)
clamped.value = -1
print(clamped.value)
