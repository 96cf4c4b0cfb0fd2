// What came of tests: for people, as TAP, as JUnit's XML, as JSON.
import Wire

/// What came of one file.
struct TestResult: Equatable {
  var name: String
  /// What the file alone would have ended with.
  var status: Int32
  var held = 0
  /// The expectations that did not hold.
  var failures: [Session.Unmet] = []
  /// What each `:clock` of it has set off.
  var clock: [ClockMove] = []
  var time: Duration
  /// What was said of what went wrong, in lines.
  var complaints: [String] = []

  var passed: Bool { status == 0 }

  /// What held cannot be relied on.
  mutating func add(_ unmet: Session.Unmet, _ lines: [String]) {
    held = max(0, held - 1)
    failures.append(unmet)
    complaints += lines
    if status == 0 { status = 2 }
  }

  var failed: Int { failures.count }
  /// Whether it came to its end, and an expectation did not hold; else something else went wrong.
  var isFailure: Bool { status == 2 }
  fileprivate var seconds: String {
    let milliseconds = Int(time / .milliseconds(1))
    return "\(milliseconds / 1000)." + String(1000 + milliseconds % 1000).dropFirst()
  }
}

struct TestReport {
  let format: TestFormat
  let style: Style

  /// All that is said there is in it, and those who read TAP for long, such as Perl's `prove`, fail at a newer one.
  private static let tapVersion = "TAP version 13"

  func heading(count: Int) -> [String] { format == .tap ? [Self.tapVersion, "1..\(count)"] : [] }

  /// What is said as soon as a file has been run.
  func lines(_ result: TestResult, number: Int) -> [String] {
    switch format {
    case .text:
      let verdict = result.passed ? style("ok", .green) : style("failed", .red)
      let unmet = result.failed == 0 ? "" : ", \(result.failed) not met"
      return [
        "\(verdict)  \(result.name)  \(Self.expectations(result.held + result.failed))\(unmet)"
          + style("  (\(result.seconds)s)", .dim)
      ]
    case .tap:
      // A '#' begins a directive.
      let name = result.name.map { "\\#".contains($0) ? "\\\($0)" : String($0) }.joined()
      var lines = ["\(result.passed ? "ok" : "not ok") \(number) - \(name) # time=\(result.seconds)s"]
      if !result.passed {
        // YAML takes the indentation from the first line, unless it is said.
        let mark = result.complaints.first?.first?.isWhitespace == true ? "|2" : "|"
        lines += ["  ---", "  status: \(result.status)"]
        if !result.complaints.isEmpty {
          lines += ["  message: \(mark)"] + result.complaints.map { "    " + Self.printable($0) }
        }
        lines.append("  ...")
      }
      return lines
    case .json: return [object(result).description]
    case .junit: return []
    }
  }

  /// What is said when all have been run.
  /// - Parameter files: all there are, also those that were not run since it was ended before.
  func summary(_ results: [TestResult], of files: [String], time: Duration) -> [String] {
    let (count, left) = (files.count, files.count - results.count)
    let failed = results.filter { !$0.passed }.count
    let total = TestResult(name: "", status: 0, time: time).seconds
    switch format {
    case .text:
      guard count > 1 || left > 0 else { return [] }
      let expectations = results.reduce(0) { $0 + $1.held + $1.failed }
      var verdict = failed == 0 ? style("all passed", .green) : style("\(failed) failed", .red)
      if left > 0 { verdict = style("\(failed) failed, \(left) of \(count) files not run", .red) }
      return [
        "\(results.count) \(results.count == 1 ? "file" : "files"), \(Self.expectations(expectations)), \(verdict)"
          + style("  (\(total)s)", .dim)
      ]
    case .tap: return left > 0 ? ["Bail out! It was ended before all files were run."] : []
    case .json:
      let object: JSONValue = [
        "type": "summary", "files": .int(results.count), "failed": .int(failed), "notRun": .int(left),
        "seconds": Self.number(total),
      ]
      return [object.description]
    case .junit:
      let failures = results.filter { $0.isFailure }.count
      // Whoever reads it must not take it for all that was to be run.
      let rest = files.dropFirst(results.count)
      let errors = failed - failures + (left > 0 ? 1 : 0)
      let counts =
        #"tests="\#(count)" failures="\#(failures)" errors="\#(errors)" skipped="\#(max(0, left - 1))" time="\#(total)""#
      return [
        #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<testsuites \#(counts)>"#,
        #"  <testsuite name="combinectl test" \#(counts)>"#,
      ] + results.flatMap(testCase)
        + rest.enumerated().flatMap { untold($1, $0 == 0 ? "error" : "skipped") }
        + ["  </testsuite>", "</testsuites>"]
    }
  }

  private static func expectations(_ count: Int) -> String { "\(count) \(count == 1 ? "expectation" : "expectations")" }

  private static func number(_ text: String) -> JSONValue { (try? JSONValue(parsing: text)) ?? .null }

  private func object(_ result: TestResult) -> JSONValue {
    [
      "type": "file", "name": .string(result.name), "passed": .bool(result.passed), "status": .int(Int(result.status)),
      "held": .int(result.held), "failed": .int(result.failed), "seconds": Self.number(result.seconds),
      "failures": .array(result.failures.map(object)),
      "clock": .array(result.clock.map { ["fired": .int($0.fired), "timers": .int($0.waiting)] }),
      "complaints": .array(result.complaints.map { .string($0) }),
    ]
  }

  private func object(_ failure: Session.Unmet) -> JSONValue {
    guard let file = failure.file else { return ["message": .string(failure.message)] }
    return [
      "file": .string(file), "line": .int(failure.line), "column": .int(failure.column),
      "message": .string(failure.message),
    ]
  }

  private func testCase(of name: String) -> String {
    // CI systems group by class: the folder and the file without its ending, with dots.
    let group = name.trimmingSuffix(".test").split(separator: "/").map { $0.replacing(".", with: "_") }
      .joined(separator: ".")
    return
      #"    <testcase classname="\#(Self.escaped(group))" name="\#(Self.escaped(name))" file="\#(Self.escaped(name))""#
  }

  /// One of which nothing is told: it was ended before.
  private func untold(_ name: String, _ element: String) -> [String] {
    [
      testCase(of: name) + ">", #"      <\#(element) message="it was ended before this file was done"/>"#,
      "    </testcase>",
    ]
  }

  private func testCase(_ result: TestResult) -> [String] {
    let head =
      testCase(of: result.name)
      + #" assertions="\#(result.held + result.failed)" time="\#(result.seconds)""#
    guard !result.passed else { return [head + "/>"] }
    let element = result.isFailure ? "failure" : "error"
    let first = result.failures.first.map { $0.message.split(separator: "\n").first.map(String.init) ?? $0.message }
    let message = Self.escaped((result.isFailure ? first : nil) ?? result.complaints.first ?? "status \(result.status)")
    let type = result.isFailure ? "expectation" : "status \(result.status)"
    return [
      head + ">",
      #"      <\#(element) message="\#(message)" type="\#(type)">"#
        + Self.escaped(result.complaints.joined(separator: "\n")) + "</\(element)>", "    </testcase>",
    ]
  }

  /// Neither has YAML.
  private static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.value < 32 && $0 != "\t" || $0.value == 127 }) else { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.value < 32 && $0 != "\t" || $0.value == 127 ? "\u{FFFD}" : $0 }))
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
