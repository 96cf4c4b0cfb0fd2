// What came of tests: for people, as TAP, as JUnit's XML, as JSON.
import Wire

/// What came of one file.
struct TestResult: Equatable {
  var name: String
  /// What the file alone would have ended with.
  var status: Int32
  var held = 0
  var failed = 0
  var time: Duration
  /// What was said of what went wrong, in lines.
  var complaints: [String] = []

  var passed: Bool { status == 0 }
  fileprivate var seconds: String {
    let milliseconds = Int(time / .milliseconds(1))
    return "\(milliseconds / 1000)." + String(1000 + milliseconds % 1000).dropFirst()
  }
}

struct TestReport {
  let format: TestFormat
  let style: Style

  func heading(count: Int) -> [String] { format == .tap ? ["TAP version 14", "1..\(count)"] : [] }

  /// What is said as soon as a file has been run.
  func lines(_ result: TestResult, number: Int) -> [String] {
    switch format {
    case .text:
      let count = result.held + result.failed
      let verdict = result.passed ? style("ok", .green) : style("failed", .red)
      let unmet = result.failed == 0 ? "" : ", \(result.failed) not met"
      return [
        "\(verdict)  \(result.name)  \(count) \(count == 1 ? "expectation" : "expectations")\(unmet)"
          + style("  (\(result.seconds)s)", .dim)
      ]
    case .tap:
      var lines = ["\(result.passed ? "ok" : "not ok") \(number) - \(result.name) # time=\(result.seconds)s"]
      if !result.passed {
        lines +=
          ["  ---", "  status: \(result.status)", "  message: |"] + result.complaints.map { "    " + $0 } + ["  ..."]
      }
      return lines
    case .json: return [object(result).description]
    case .junit: return []
    }
  }

  /// What is said when all have been run.
  func summary(_ results: [TestResult], time: Duration) -> [String] {
    let failed = results.filter { !$0.passed }.count
    let total = TestResult(name: "", status: 0, time: time).seconds
    switch format {
    case .text:
      guard results.count > 1 else { return [] }
      let expectations = results.reduce(0) { $0 + $1.held + $1.failed }
      let verdict = failed == 0 ? style("all passed", .green) : style("\(failed) failed", .red)
      return ["\(results.count) files, \(expectations) expectations, \(verdict)" + style("  (\(total)s)", .dim)]
    case .tap: return []
    case .json:
      let object: JSONValue = [
        "type": "summary", "files": .int(results.count), "failed": .int(failed), "seconds": Self.number(total),
      ]
      return [object.description]
    case .junit:
      return [
        #"<?xml version="1.0" encoding="UTF-8"?>"#,
        #"<testsuites tests="\#(results.count)" failures="\#(failed)" time="\#(total)">"#,
        #"  <testsuite name="combinectl test" tests="\#(results.count)" failures="\#(failed)" time="\#(total)">"#,
      ] + results.flatMap(testCase) + ["  </testsuite>", "</testsuites>"]
    }
  }

  private static func number(_ text: String) -> JSONValue { (try? JSONValue(parsing: text)) ?? .null }

  private func object(_ result: TestResult) -> JSONValue {
    [
      "type": "file", "name": .string(result.name), "passed": .bool(result.passed), "status": .int(Int(result.status)),
      "held": .int(result.held), "failed": .int(result.failed), "seconds": Self.number(result.seconds),
      "complaints": .array(result.complaints.map { .string($0) }),
    ]
  }

  private func testCase(_ result: TestResult) -> [String] {
    let head =
      #"    <testcase name="\#(Self.escaped(result.name))" assertions="\#(result.held + result.failed)""#
      + #" time="\#(result.seconds)""#
    guard !result.passed else { return [head + "/>"] }
    let message = Self.escaped(result.complaints.first ?? "status \(result.status)")
    return [
      head + ">",
      #"      <failure message="\#(message)">"# + Self.escaped(result.complaints.joined(separator: "\n"))
        + "</failure>", "    </testcase>",
    ]
  }

  /// XML has no way to write most control characters.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      case _ where scalar.value < 32 || (0xFFFE...0xFFFF).contains(scalar.value): escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
