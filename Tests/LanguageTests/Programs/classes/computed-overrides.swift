// Computed properties overridden, with super; a stored property overridden by a computed one.
class Account {
  var balance = 10.0
  var limit: Double { 0 }
  var summary: String { "balance \(balance), limit \(limit)" }
}
class Credit: Account {
  override var limit: Double { super.limit + 100 }
  override var summary: String {
    get { "credit: " + super.summary }
  }
}
class Frozen: Credit {
  override var balance: Double {
    get { super.balance / 2 }
    set { super.balance = newValue * 2 }
  }
}
print(Account().summary)
print(Credit().summary)
let frozen = Frozen()
print(frozen.balance)
frozen.balance = 4
print(frozen.balance, frozen.summary)
