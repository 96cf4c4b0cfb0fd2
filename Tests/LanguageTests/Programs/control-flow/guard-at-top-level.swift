// guard at top level: what it binds is there for the rest of the program.
enum Reply {
  case number(Int, unit: String)
  case nothing
}

let text = "42"
guard let number = Int(text) else { fatalError("not a number") }
print(number + 1)

let reply = Reply.number(7, unit: "km")
guard case .number(let amount, let unit) = reply, amount > 3 else { fatalError("no number") }
print(amount, unit)

let maybe: Int? = 5
guard let maybe, maybe < 10 else { fatalError() }
print(maybe * 2)

func doubled() -> Int { number * 2 }
print(doubled())
guard doubled() == 84 else { fatalError("wrong") }
let later = { number + amount }
print(later())
