// What the history keeps of entries: nothing that names a secret.
import Testing

@testable import REPL

struct EntryMemoryTests {
  @Test func entriesThatNameASecretAreNotKept() {
    var memory = EntryMemory()
    #expect(memory.learn(["**.password", "login.{token,key}", "!test.**", "user{Name,Id}"]) == [])
    for entry in [
      "login.password = \"x\"", ":set login.token x", "login.change(key: 1)", "let p = login . password", "userId += 1",
    ] { #expect(memory.offer(entry) == [], "\(entry)") }
    for entry in ["login.name = \"x\"", "login.passwords = []", "user = 1", ":ls", "test = 2"] {
      #expect(memory.offer(entry) == [entry], "\(entry)")
    }
  }

  @Test func untilTheDaemonHasSaidWhatIsSecretTheyWait() {
    var memory = EntryMemory()
    #expect(memory.offer("a = 1") == [] && memory.offer("login.password = \"x\"") == [])
    #expect(memory.learn(["*.password"]) == ["a = 1"])
    #expect(memory.offer("b = 2") == ["b = 2"])
    #expect(memory.learn([]) == [])
    #expect(memory.offer("login.password = \"x\"") == ["login.password = \"x\""])
  }

  @Test func aStoreThatIsSecretIsNotNamed() {
    var memory = EntryMemory()
    _ = memory.learn(["vault.**"])
    #expect(memory.offer("vault.n = 1") == [] && memory.offer("n = 1") == ["n = 1"])
    _ = memory.learn(["**"])
    #expect(memory.offer("n = 1") == [])
  }
}
