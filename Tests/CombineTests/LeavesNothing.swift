// After each test, a count of what it has left.

import CombineTesting
import TestSupport
import Testing

/// Counts the publishers and subscribers that are left after a test, when all that still runs was cancelled.
struct LeavesNothing: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let left = try await leftovers { try await function() }
    #expect(left == [], "\(test.name) leaves something behind")
  }
}

extension Trait where Self == LeavesNothing {
  /// A leak count after each test.
  static var leavesNothing: Self { Self() }
}

@Test(.leavesNothing) func everyTestIsCounted() throws {
  for path in try Repository.files(in: "Tests/CombineTests", extension: "swift") where path.hasSuffix("Tests.swift") {
    for line in try Repository.text(path).split(separator: "\n")
    where line.hasPrefix("@Suite") || line.hasPrefix("@Test") || (line.hasPrefix("struct") && line.hasSuffix("Tests {"))
    {
      #expect(line.contains("leavesNothing"), "\(path): \(line)")
    }
  }
}
