// How many digits a style may be told to write: what Foundation would trap on, or fill the memory with, is a fault.
import InterpreterHarness
import Testing

@testable import Language

@Suite struct FormatLimitTests {
  @Test(arguments: [
    ("fractionLength(0)", "2"), ("fractionLength(3)", "1.500"), ("fractionLength(...2)", "1.5"),
    ("fractionLength(0...Int.max)", "1.5"), ("fractionLength((-3)...(-1))", "2"), ("significantDigits(2...)", "1.5"),
    ("significantDigits(0)", "1.5"), ("integerLength(3)", "001.5"),
    ("fractionLength(-1)", "fault: a number can be written with 0 to 999 digits, not with -1"),
    ("fractionLength(Int.max)", "fault: a number can be written with 0 to 999 digits, not with \(Int.max)"),
    ("significantDigits(Int.min)", "fault: a number can be written with 0 to 999 digits, not with \(Int.min)"),
    ("integerLength(1000)", "fault: a number can be written with 0 to 999 digits, not with 1000"),
    (
      "integerAndFractionLength(integer: 1, fraction: -1)",
      "fault: a number can be written with 0 to 999 digits, not with -1"
    ),
  ])
  func precision(_ style: String, _ expected: String) {
    let run = ProgramRun.onItsOwnStack(
      "import Foundation\nprint(1.5.formatted(.number.precision(.\(style))))", name: "format")
    let said = run.failure.map { String($0.drop { $0 != " " }.dropFirst()) }
    #expect(said ?? String(run.output.dropLast()) == expected)
  }

  @Test(
    arguments: [
      ("allowed: [.seconds], maximumUnitCount: 1", nil),
      ("allowed: [.seconds], maximumUnitCount: -1", "fault: a duration is written with one unit at least, not with -1"),
      ("allowed: [], width: .wide", "fault: a duration cannot be written without any unit"),
    ] as [(String, String?)])
  func units(_ arguments: String, _ expected: String?) {
    let run = ProgramRun.onItsOwnStack(
      "import Foundation\nprint(Duration.seconds(1).formatted(.units(\(arguments))))", name: "format")
    #expect(run.failure.map { String($0.drop { $0 != " " }.dropFirst()) } == expected)
  }
}
