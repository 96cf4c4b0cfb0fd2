// Help lists whatever the program can end with.
import ClientConnection
import Foundation
import TestSupport
import Testing
import Wire

@testable import REPL

@Suite struct ExitStatusTests {
  @Test func helpListsThemAll() throws {
    let listed = Set(exitStatuses.map(\.status))
    var known = Set(ErrorCode.allCases.map { Int($0.exitStatus) })
    // Ends by a signal that says "stop".
    known.formUnion([130, 129, 143])
    // What is written as a number, and is no part of a sum.
    let statuses = /(?:status: |exitStatus: Int32 \{[^}]*?: )(\d+)\b(?! \+)/
    for file in try Self.sources() { known.formUnion(file.matches(of: statuses).compactMap { Int($0.1) }) }
    #expect(known.isSubset(of: listed), "\(known.subtracting(listed).sorted()) are in no help")
    #expect(Set(listed).count == exitStatuses.count)
  }

  private static func sources() throws -> [String] {
    var texts: [String] = []
    for folder in ["Sources/REPL", "Sources/ClientConnection"] {
      let files = FileManager.default.enumerator(
        at: Repository.root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        if file.pathExtension == "swift" { texts.append(try String(contentsOf: file, encoding: .utf8)) }
      }
    }
    return texts
  }
}
