// The checklist names every part of the public interface, and for each the tests that it would not pass without.

import TestSupport
import Testing

@Suite(.leavesNothing) struct ChecklistTests {
  /// A line of the list: names of the interface, and tests.
  private func rows() throws -> [(names: [Substring], tests: [Substring])] {
    try Repository.text("Tests/CombineTests/Interface/Checklist.txt").split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { line in
        let sides = line.split(separator: ":", maxSplits: 1)
        return (sides[0].split(separator: " "), sides.count > 1 ? sides[1].split(separator: " ") : [])
      }
  }

  @Test func namesEverything() throws {
    var names = Set<String>()
    for line in try Repository.text("Tests/CombineTests/Interface/Combine.txt").split(separator: "\n")
    where !line.contains(": ") {
      let path = line.split(separator: ".")
      names.insert(String(path[0].prefix { $0 != " " }))
      guard path.count > 1, ["Publisher", "Publishers"].contains(path[0]) else { continue }
      names.insert("\(path[0]).\(path[1].prefix { $0.isLetter || $0.isNumber })")
    }
    names.subtract(["Publishers", "Publisher.Output", "Publisher.Failure"])
    let listed = Set(try rows().flatMap(\.names).map(String.init))
    #expect(names.subtracting(listed) == [])
    #expect(listed.subtracting(names) == ["ConnectablePublisher.autoconnect"])
  }

  @Test func namesTestsThatExist() throws {
    var tests = Set<String>()
    for path in try Repository.files(in: "Tests/CombineTests", extension: "swift") {
      var suite = ""
      var isTest = false
      for line in try Repository.text(path).split(separator: "\n") {
        if let name = line.firstMatch(of: /^@Suite.* struct (\w+)/) { suite = "\(name.1)." }
        if line == "}" { suite = "" }
        if line.contains("@Test") { isTest = true }
        guard isTest, let name = line.firstMatch(of: /func (\w+)\(/) else { continue }
        tests.insert(suite + name.1)
        isTest = false
      }
    }
    for row in try rows() {
      #expect(!row.tests.isEmpty, "\(row.names)")
      for test in row.tests { #expect(tests.contains(String(test)), "\(row.names)") }
    }
  }
}
