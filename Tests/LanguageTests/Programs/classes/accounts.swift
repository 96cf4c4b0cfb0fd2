import Foundation
import Combine

enum TransactionError: Error, Equatable, CustomStringConvertible {
  case insufficientFunds(needed: Decimal, available: Decimal), limitExceeded, accountClosed
  var description: String {
    switch self {
    case let .insufficientFunds(needed, available): return "needs \(needed), has \(available)"
    case .limitExceeded: return "limit exceeded"
    case .accountClosed: return "closed"
    }
  }
}
class Account: CustomStringConvertible {
  let owner: String
  fileprivate(set) var balance: Decimal { didSet { history.append(balance - oldValue) } }
  private(set) lazy var history: [Decimal] = []
  var isClosed = false
  var fee: Decimal { 0 }
  init(owner: String, balance: Decimal = 0) { self.owner = owner; self.balance = balance }
  func withdraw(_ amount: Decimal) throws(TransactionError) {
    guard !isClosed else { throw .accountClosed }
    let total = amount + fee
    guard balance >= total else { throw .insufficientFunds(needed: total, available: balance) }
    balance -= total
  }
  func deposit(_ amount: Decimal) { balance += amount }
  var description: String { "\(type(of: self))(\(owner): \(balance))" }
}
final class Savings: Account {
  let rate: Decimal
  init(owner: String, rate: Decimal) { self.rate = rate; super.init(owner: owner, balance: 100) }
  override func withdraw(_ amount: Decimal) throws(TransactionError) {
    if amount > 500 { throw .limitExceeded }
    try super.withdraw(amount)
  }
  func accrue() { deposit(balance * rate) }
  override var description: String { super.description + " @\(rate * 100)%" }
}
final class Business: Account {
  override var fee: Decimal { 1.5 };
  convenience init(company: String) { self.init(owner: company.uppercased(), balance: 1000) }
}
func transfer(_ amount: Decimal, from a: Account, to b: Account) -> Result<Decimal, TransactionError> {
  do throws(TransactionError) { try a.withdraw(amount); b.deposit(amount); return .success(a.balance) } catch {
    return .failure(error)
  }
}
let s = Savings(owner: "Ann", rate: 0.02), b = Business(company: "acme")
print(s, b)
for (amount, from, to) in [(Decimal(50), s as Account, b as Account), (600, s, b), (200, b, s), (5000, b, s)] {
  switch transfer(amount, from: from, to: to) {
  case .success(let rest): print("ok", rest)
  case .failure(.insufficientFunds(let needed, _)) where needed > 1000: print("far too much")
  case .failure(let e): print("failed:", e)
  }
}
s.accrue()
print(s, s.history, b.history.count)
b.isClosed = true
do { try b.withdraw(1) } catch { print(error, error == .accountClosed) }
let accounts: [Account] = [s, b, Account(owner: "Zoe")]
print(accounts.sorted { $0.balance > $1.balance }.map(\.owner), accounts.compactMap { $0 as? Savings }.map(\.rate))
print(accounts.map { $0 is Business }, accounts.map { ObjectIdentifier($0) }.count)
let total = accounts.reduce(Decimal.zero) { $0 + $1.balance }
print(total)
let f = NumberFormatter(); f.numberStyle = .currency; f.currencyCode = "USD"; f.locale = Locale(identifier: "en_US")
print(f.string(from: 1234.5) ?? "-")
