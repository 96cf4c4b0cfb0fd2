// private, fileprivate, private(set), public, final: as declarations use them; all visible inside the type.
public final class ViewModel {
  private var storage: [String] = []
  public private(set) var changes = 0
  fileprivate var secret = "s3cret"
  internal let name = "vm"

  public init() {}
  public func add(_ text: String) {
    storage.append(text)
    changes += 1
    log(text)
  }
  private func log(_ text: String) {
    print("added \(text), now \(storage.count)")
  }
  public var last: String? { storage.last }
}
extension ViewModel {
  fileprivate func reveal() -> String { secret + String(storage.count) }
}
let model = ViewModel()
model.add("one")
model.add("two")
print(model.changes, model.last ?? "-", model.reveal(), model.secret, model.name)

struct Account {
  private(set) var balance = 0
  mutating func deposit(_ amount: Int) { balance += amount }
  private static let bank = "B"
  static var bankName: String { "Bank " + bank }
}
var account = Account()
account.deposit(5)
print(account.balance, Account.bankName)
private let fileWide = 3
fileprivate func helper() -> Int { fileWide * 2 }
print(helper())
