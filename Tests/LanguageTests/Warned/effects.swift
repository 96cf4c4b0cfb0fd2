// Words for what cannot happen, and results that nobody takes.
// swift-format-ignore-file
func plain() -> Int { 1 }
func read() throws -> Int { 1 }
func load() async -> Int { 1 }
@discardableResult func told() -> Int { 1 }

func needless() async {
  let a = try plain()  // warning: no calls to throwing functions occur within 'try' expression
  let b = try? plain()  // warning: no calls to throwing functions occur within 'try' expression
  let c = await plain()  // warning: no 'async' operations occur within 'await' expression
  let d = try! plain()  // warning: no calls to throwing functions occur within 'try' expression
  print(a, b as Any, c, d)
}

func needed() async throws {
  let a = try read()
  let b = await load()
  let c = try? read()
  let list = try [1].map { n in try n + read() }
  async let later = read()
  print(a, b, c as Any, list, try await later)
}

func dropped() {
  plain()  // warning: result of call to 'plain()' is unused
  told()
  [1].map { $0 }  // warning: result of call to 'map' is unused
}
