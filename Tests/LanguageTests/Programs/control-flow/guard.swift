// guard: early exit with return, continue, throw; guard let, guard case, several conditions.
enum Result2 { case word(String), nothing }
struct Rejected: Error { let why: String }

func checkUsername(_ username: String?) -> String {
  guard let username = username else { return "missing" }
  guard !username.isEmpty else { return "empty" }
  guard username.count >= 3, username != "admin" else {
    return "not allowed"
  }
  return "\(username) is fine"
}
print([nil, "", "ab", "admin", "peter"].map(checkUsername))

func length(_ result: Result2) -> Int {
  guard case .word(let text) = result else { return -1 }
  return text.count
}
print(length(.word("four")), length(.nothing))

func pay(_ amount: Int?) throws -> Int {
  guard let amount, amount > 0 else { throw Rejected(why: "amount \(String(describing: amount))") }
  return amount * 2
}
for amount in [5, 0, nil] {
  do {
    print(try pay(amount))
  } catch let error as Rejected {
    print(error.why)
  }
}
for number in 1...6 {
  guard number.isMultiple(of: 2) else { continue }
  guard number < 6 else { break }
  print(number)
}
