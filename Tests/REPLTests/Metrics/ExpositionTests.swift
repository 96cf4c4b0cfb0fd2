// The OpenMetrics text: as its specification has it, by the letter here and by the parser of reference below.
import Foundation
import TestSupport
import Testing
import Wire

@testable import REPL

struct ExpositionTests {
  @Test func aFamilyIsWhatItIsAndThenItsSamples() {
    var exposition = Exposition()
    exposition.add("a", .gauge, "What \"a\" is:\na\\b.", [.init(.double(1.5), [("x", "q\"\\\n"), ("none", "")])])
    exposition.add("sent_bytes", .counter, unit: "bytes", "Bytes.", [.init(.int(3))])
    exposition.add("nothing", .gauge, "Nobody.", [])
    exposition.add("build", .info, "It.", [.init(.int(1), [("version", "0.1")])])
    exposition.add(
      histogram: "turn_seconds", unit: "seconds", "Turns.", buckets: [(0.5, 2), (2, 3)], count: 4, sum: 9.5)
    #expect(
      exposition.text == #"""
        # TYPE a gauge
        # HELP a What \"a\" is:\na\\b.
        a{x="q\"\\\n"} 1.5
        # TYPE sent_bytes counter
        # UNIT sent_bytes bytes
        # HELP sent_bytes Bytes.
        sent_bytes_total 3
        # TYPE build info
        # HELP build It.
        build_info{version="0.1"} 1
        # TYPE turn_seconds histogram
        # UNIT turn_seconds seconds
        # HELP turn_seconds Turns.
        turn_seconds_bucket{le="0.5"} 2
        turn_seconds_bucket{le="2.0"} 3
        turn_seconds_bucket{le="+Inf"} 4
        turn_seconds_count 4
        turn_seconds_sum 9.5
        # EOF

        """#)
  }

  @Test(arguments: [
    (Exposition.Number.double(.nan), "NaN"), (.double(.infinity), "+Inf"), (.double(-.infinity), "-Inf"),
    (.double(1e300), "1e+300"), (.double(-0.1), "-0.1"), (.int(.max), "9223372036854775807"),
    (.digits("18446744073709551615"), "18446744073709551615"),
  ])
  func numbersAreSpelledAsTheFormatHasThem(_ number: Exposition.Number, _ text: String) {
    #expect(number.text == text)
  }

  // MARK: What of a store is a number

  private static func property(
    _ type: String, _ value: JSONValue?, secret: Bool = false
  ) -> PropertyEntry {
    PropertyEntry {
      $0.path = "red.form.x"
      $0.type = type
      $0.value = value
      $0.secret = secret
    }
  }

  static let properties: [(PropertyEntry, String?)] = [
    (property("Int", 3), "3"), (property("Bool", true), "1"), (property("Bool?", false), "0"),
    (property("Double", 1.5), "1.5"), (property("Double", NotFinite.nan.json), "NaN"),
    (property("Double?", NotFinite.negativeInfinity.json), "-Inf"),
    (property("Float", NotFinite.infinity.json), "+Inf"),
    (property("Int?", .null), nil), (property("UInt64", "18446744073709551615"), "18446744073709551615"),
    (property("Decimal", "0.10000000000000000000000001"), "0.10000000000000000000000001"),
    (property("String", "5"), nil), (property("Date", "2026-11-21T01:17:03Z"), nil), (property("[Int]", [1]), nil),
    (property("Int", ["$secret": true], secret: true), nil), (property("Color", "red"), nil),
    (property("Integer", 3), nil),
  ]

  @Test(arguments: properties) func onlyNumbersAreTold(_ property: PropertyEntry, _ number: String?) {
    let store = StoreInfo {
      $0.path = "red.form"
      $0.namespace = "red"
      $0.type = "Form"
      $0.properties = [property]
    }
    let text = DaemonMetrics(SampleStats.after(1), [store]).text
    let line = text.split(separator: "\n").first { $0.hasPrefix("combined_property{") }.map(String.init)
    #expect(
      line
        == number.map {
          "combined_property{store=\"form\",property=\"x\",namespace=\"red\",type=\"\(property.type)\"} \($0)"
        })
    let omitted = text.split(separator: "\n").filter {
      $0.hasPrefix("combined_properties_left_out") && $0.hasSuffix(" 1")
    }
    #expect(omitted.count == (number == nil ? 1 : 0), "\(omitted)")
  }

  @Test func turnsAreCountedUpToEachBound() {
    let text = DaemonMetrics(SampleStats.after(1), []).text
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("combined_turn_seconds") }
    // 985 of at most 41 us, 15 of at most 393 us.
    #expect(lines.contains(#"combined_turn_seconds_bucket{le="1.6384e-05"} 0"#))
    #expect(lines.contains(#"combined_turn_seconds_bucket{le="6.5536e-05"} 985"#))
    #expect(lines.contains(#"combined_turn_seconds_bucket{le="0.001048576"} 1000"#))
    #expect(lines.contains(#"combined_turn_seconds_bucket{le="+Inf"} 1000"#))
  }

  // MARK: The parser of reference

  private static let python = Repository.root.path + "/.build/tools/bin/python3"
  private static let hasParser =
    (try? Tool.run(python, ["-c", "import prometheus_client.openmetrics.parser"]).status) == 0

  /// Reads a text strictly, and writes what it has understood.
  private static let reader = """
    import sys
    from prometheus_client.openmetrics.parser import text_string_to_metric_families
    for family in text_string_to_metric_families(open(sys.argv[1], newline='').read()):
        for sample in family.samples:
            print(family.name, family.type, family.unit, sample.name, dict(sorted(sample.labels.items())), float(sample.value))
    """

  @Test(
    .enabled(
      if: hasParser,
      "the Python module prometheus_client is not in .build/tools: make tools installs it from PyPI"))
  func theReferenceReadsAllOfIt() throws {
    let folder = TemporaryDirectory()
    let environment = [
      "HOME=\(folder.path)", "XDG_STATE_HOME=\(folder.path)", "COMBINED_SOCKET=\(folder.path)/sock",
    ]
    func run(_ words: String...) throws -> (output: String, status: Int32) {
      try Tool.run("/usr/bin/env", environment + [Tool.product("combinectl"), "--quiet"] + words, in: folder)
    }
    defer { _ = try? run("--no-spawn", "stop") }
    let source = """
      class Größe: ObservableObject {
        @Published var n = 3
        @Published var on = true
        @Published var ratio = 0.1
        @Published var undefined = Double.nan
        @Published var least = -Double.infinity
        @Published var big: UInt64 = .max
        @Published var none: Int? = nil
        @Published var name = "a\\n\\"b\\""
        @Published var doubled = 0
        init() { $n.map { $0 * 2 }.assign(to: &$doubled) }
      }
      let größe = Größe()
      größe.n = 4
      """
    try source.write(toFile: folder.path + "/a.swift", atomically: true, encoding: .utf8)
    #expect(try run("run", "a.swift") == ("", 0))
    #expect(try run("export", "--openmetrics", "metrics").status == 0)
    let (read, status) = try Tool.run(Self.python, ["-c", Self.reader, folder.path + "/metrics"])
    #expect(status == 0, "\(read)")
    let lines = Set(read.split(separator: "\n").map(String.init))
    func property(_ name: String, _ type: String, _ value: String) -> String {
      "combined_property gauge  combined_property {'property': '\(name)', 'store': 'größe', 'type': '\(type)'} \(value)"
    }
    for expected in [
      property("n", "Int", "4.0"), property("on", "Bool", "1.0"), property("ratio", "Double", "0.1"),
      property("undefined", "Double", "nan"), property("least", "Double", "-inf"),
      property("big", "UInt64", "1.8446744073709552e+19"), property("doubled", "Int", "8.0"),
      "combined_properties_left_out gauge  combined_properties_left_out {'reason': 'none'} 1.0",
      "combined_properties_left_out gauge  combined_properties_left_out {'reason': 'not_numeric'} 1.0",
      "combined_evaluations counter  combined_evaluations_total {} 1.0",
      "combined_pipeline_values counter  combined_pipeline_values_total {'pipeline': 'größe.doubled'} 2.0",
    ] { #expect(lines.contains(expected), "\(expected) is not in\n\(read)") }
    #expect(lines.contains { $0.hasPrefix("combined_sent_bytes counter bytes combined_sent_bytes_total {} ") })
    #expect(lines.contains { $0.hasPrefix("process_resident_memory_bytes gauge bytes ") && !$0.hasSuffix(" 0.0") })
    #expect(lines.contains { $0.hasPrefix("combined_build info  combined_build_info {'epoch': ") })
  }

  // MARK: What scrapers say

  @Test func requestsAreReadOneAfterTheOther() throws {
    var bytes = Array("GET /metrics?x=1 HTTP/1.1\r\nHost: [::1]:9188\r\n\r\nHEAD / HTTP/1.0\n\nGET".utf8)
    let first = try HTTPRequest.next(&bytes)
    #expect(first?.method == "GET" && first?.path == "/metrics" && first?.host == "::1" && first?.staysOpen == true)
    let second = try HTTPRequest.next(&bytes)
    #expect(second?.method == "HEAD" && second?.host == nil && second?.staysOpen == false)
    #expect(try HTTPRequest.next(&bytes) == nil)
    #expect(bytes == Array("GET".utf8))
  }

  /// What follows the head of a request is nobody's, and the last of its connection.
  @Test(arguments: ["Content-Length: 5", "Transfer-Encoding: chunked"])
  func aBodyIsTheLastOfAConnection(_ header: String) throws {
    var bytes = Array("POST / HTTP/1.1\r\nHost: a\r\n\(header)\r\n\r\nhello".utf8)
    let request = try #require(try HTTPRequest.next(&bytes))
    #expect(request.method == "POST" && request.hasBody && !request.staysOpen)
  }

  @Test(arguments: [
    ("GET /metrics\r\n\r\n", 400), ("GET /metrics HTTP/2\r\nHost: a\r\n\r\n", 505), ("GET / HTTP/1.1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: five\r\n\r\nhello", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: \u{1}", nil), (String(repeating: "a", count: 9000), 431),
  ])
  func whatIsNoRequestIsRefused(_ text: String, _ status: Int?) {
    var bytes = Array(text.utf8)
    do throws(HTTPRequest.Refusal) {
      #expect(try HTTPRequest.next(&bytes) == nil && status == nil)
    } catch {
      #expect(error.code == status)
    }
  }

  @Test(arguments: [
    ("127.0.0.1:9188", "127.0.0.1:9188", true), (":9188", "127.0.0.1:9188", true), ("localhost:0", "127.0.0.1:0", true),
    ("[::1]:80", "[::1]:80", true), ("0.0.0.0:80", "0.0.0.0:80", false), ("/run/m.sock", "/run/m.sock", true),
    ("./m", "./m", true),
  ])
  func placesAreRead(_ text: String, _ place: String, isLocal: Bool) throws {
    let read = try ServePlace(text)
    #expect(read.description == place && read.isLocal == isLocal)
  }

  @Test(arguments: ["9188", "example.com:80", "127.0.0.1", "127.0.0.1:99999", "/" + String(repeating: "x", count: 120)])
  func whatIsNoPlaceIsRefused(_ text: String) {
    #expect(throws: UsageError.self) { try ServePlace(text) }
  }

  @Test func datesAreThoseOfHTTP() { #expect(PageAnswer.date(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT") }
}
