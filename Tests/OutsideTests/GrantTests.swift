import Language
import Testing

@testable import Outside

@Suite struct GrantTests {
  private func grants(_ allowed: String...) -> Grants {
    var grants = Grants()
    for text in allowed { #expect(grants.allow(text) == nil) }
    return grants
  }

  @Test(arguments: [
    ("/var/log/x", true), ("/var/log", true), ("/var/log/a/b", true), ("/var/logs/x", false),
    ("/var/log/../secret", false), ("/var/./log//x", true), ("/etc/passwd", false),
  ])
  func directories(_ path: String, _ isAllowed: Bool) {
    #expect(grants("read=/var/log").allows(.read(path: path)) == isAllowed)
    #expect(!grants("read=/var/log").allows(.write(path: path)))
  }

  @Test func programs() {
    #expect(grants("run").allows(.run(program: "anything")))
    #expect(grants("run=vmstat").allows(.run(program: "vmstat")))
    #expect(!grants("run=vmstat").allows(.run(program: "/tmp/vmstat")))
    #expect(!grants().allows(.run(program: "true")))
  }

  @Test(arguments: ["", "read", "read=", "write", "run=", "everything", "net=x"])
  func whatIsNotUnderstoodIsSaid(_ text: String) {
    var grants = Grants()
    #expect(grants.allow(text)?.contains("'\(text)'") == true)
    #expect(grants == Grants())
  }

  @Test func theNetworkCanBeDenied() {
    var grants = grants("run=b", "run=a", "write=/tmp")
    #expect(grants.list == ["write=/tmp", "run=a", "run=b", "net"])
    #expect(grants.deny("net") == nil && !grants.network)
    #expect(grants.deny("run") != nil)
  }
}
