// Actors: members are used from outside with await, one at a time, and inside as they are.
actor Account {
  private(set) var balance: Int
  let owner: String
  var history: [String] = [] { didSet { changes += 1 } }
  private var changes = 0

  init(owner: String, balance: Int = 0) {
    self.owner = owner
    self.balance = balance
  }

  func deposit(_ amount: Int) -> Int {
    balance += amount
    note("deposit \(amount)")
    return balance
  }

  func transfer(_ amount: Int, to other: Account) async throws {
    guard amount <= balance else { throw Refusal.tooLittle(missing: amount - balance) }
    balance -= amount
    note("transfer \(amount)")
    _ = await other.deposit(amount)
  }

  subscript(index: Int) -> String { history[index] }
  var summary: String { "\(owner): \(balance) after \(changes) changes" }
  nonisolated func greeting() -> String { "hello, \(owner)" }
  nonisolated var title: String { owner.uppercased() }
  private func note(_ text: String) { history.append(text) }
  func later() async -> Int {
    await Task { self.balance }.value
  }
}

enum Refusal: Error { case tooLittle(missing: Int) }

protocol Store: Actor { func load() -> [Int] }
actor Memory: Store {
  static let shared = Memory()
  private var cache: [Int: Int] = [:]
  func load() -> [Int] { cache.keys.sorted() }
  func value(_ n: Int) async -> Int {
    if let known = cache[n] { return known }
    await Task.yield()
    cache[n] = n * n
    return n * n
  }
}

func run() async {
  let ann = Account(owner: "Ann", balance: 10)
  let bob = Account(owner: "Bob")
  print(ann.greeting(), ann.title, ann.owner)
  print(await ann.deposit(5))
  do {
    try await ann.transfer(12, to: bob)
    try await ann.transfer(12, to: bob)
  } catch { print(error) }
  print(await ann.summary, await bob.summary)
  print(await ann[0], await ann.history)
  print(await ann.later())
  await withTaskGroup(of: Int.self) { group in
    for number in 1...4 { group.addTask { await Memory.shared.value(number) } }
    print(await group.reduce(0, +))
  }
  print(await Memory.shared.load())
  let store: any Store = Memory.shared
  print(await store.load().count, ann === bob)
}

await run()
