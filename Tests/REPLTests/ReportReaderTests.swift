// The reports of `combinectl test`, read by those for whom they are written.
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReportReaderTests {
  private static let python = Repository.root.path + "/.build/tools/bin/python3"
  private static let files = """
    printf '#expect(1 == 1)\\n#expect(2 > 1)\\n' >good.test
    printf 'let name = "<a & \\\\"b\\\\">"\\n#expect(name == "b")\\n' >'bad #1.test'
    printf 'let a = nope\\n' >wrong.test

    """

  private func run(_ script: String) throws -> (output: String, status: Int32) {
    let place = DaemonPlace()
    defer { place.stop() }
    return try place.run(Self.files + script)
  }

  /// Perl's harness, which reads TAP since there is TAP.
  @Test(.enabled(if: Tool.find("prove") != nil, "prove is not on PATH: it comes with Perl"))
  func proveReadsTAP() throws {
    let (passed, status) = try run("prove -e 'combinectl test --format tap' good.test")
    #expect(passed.contains("Result: PASS") && !passed.contains("Parse errors"), "\(passed)")
    #expect(status == 0)
    let all = "combinectl test --format tap good.test 'bad #1.test' wrong.test >report 2>&1; prove -v -e cat report"
    let (failed, failure) = try run(all)
    #expect(failed.contains("Failed 2/3 subtests") && failed.contains("Failed tests:  2-3"), "\(failed)")
    #expect(!failed.contains("Parse errors"), "\(failed)")
    #expect(failure != 0)
  }

  private static func has(_ module: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: python)
      && (try? Tool.run(python, ["-c", "import \(module)"]).status) == 0
  }

  @Test(
    .enabled(
      if: has("tap, yaml, more_itertools"),
      "the Python module tap.py is not in .build/tools: make tools installs it from PyPI"))
  func tappyReadsTAP() throws {
    let reader = """
      from tap.parser import Parser
      for line in Parser().parse_file("report"):
          if line.category != "test": print(line.category)
          else: print("test", line.ok, line.description, line.yaml_block or "")
      """
    let (output, _) = try run(
      """
      cp 'bad #1.test' bad.test
      combinectl test --format tap good.test bad.test wrong.test >report
      cat >reader.py <<'EOF'
      \(reader)
      EOF
      \(Self.python) -B reader.py 2>&1
      """)
    let lines = output.split(separator: "\n").map(String.init)
    #expect(
      lines.map { $0.prefix { $0 != "{" }.trimmingCharacters(in: .whitespaces) } == [
        "version", "plan", "test True - good.test", "test False - bad.test", "test False - wrong.test",
      ], "\(output)")
    let wrong = #"{'status': 65, 'message': "wrong.test:1:9: error: cannot find 'nope' in scope\n1 | let a = nope\n"#
    #expect(lines.last?.contains(wrong) == true, "\(output)")
  }

  @Test(
    .enabled(
      if: has("junitparser"), "the Python module junitparser is not in .build/tools: make tools installs it from PyPI"))
  func junitparserReadsJUnit() throws {
    let reader = """
      from junitparser import JUnitXml
      report = JUnitXml.fromfile("report.xml")
      print(report.tests, report.failures, report.errors, report.skipped, report.time > 0)
      for suite in report:
          print(suite.name, suite.tests)
          for case in suite:
              print(case.classname, case.name, [(type(one).__name__, one.message) for one in case.result])
      """
    let (output, _) = try run(
      """
      combinectl test --format junit good.test 'bad #1.test' wrong.test >report.xml
      cat >reader.py <<'EOF'
      \(reader)
      EOF
      \(Self.python) -B reader.py 2>&1
      """)
    #expect(
      output.split(separator: "\n").map(String.init) == [
        "3 1 1 0 True", "combinectl test 3", "good good.test []",
        #"bad #1 bad #1.test [('Failure', 'Expectation failed: (name → "<a & \\"b\\">") == "b"')]"#,
        #"wrong wrong.test [('Error', "wrong.test:1:9: error: cannot find 'nope' in scope")]"#,
      ], "\(output)")
  }
}
