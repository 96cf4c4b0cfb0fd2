// What `export --openmetrics` can be told.

public struct MetricsOptions: Equatable, Sendable {
  /// A file that is written once; `nil` is standard output, or none where it is served.
  public var file: String?
  /// Where whoever asks is answered, again and again.
  public var place: ServePlace?
  /// Only stores whose path matches.
  public var pattern: String?

  public init() {}
}

/// Where something is served.
public enum ServePlace: Equatable, Sendable, CustomStringConvertible {
  /// A socket in the file system.
  case socket(path: String)
  /// A numeric address.
  case port(address: String, UInt16)

  /// `/run/metrics.sock`, `127.0.0.1:9188`, `[::1]:9188`, `localhost:9188`, `:9188`
  init(_ text: String) throws(UsageError) {
    if text.contains("/") {
      guard text.utf8.count <= 107 else {
        throw UsageError("the socket's path is longer than 107 bytes: \(text)", status: 78)
      }
      self = .socket(path: text)
      return
    }
    // A name without a folder is a socket here; a number alone was meant as a port or an address.
    if !text.isEmpty, !text.contains(":"), text != "localhost", !text.allSatisfy({ $0.isNumber || $0 == "." }) {
      self = .socket(path: text)
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
      throw UsageError(
        "--serve needs a path or an address and a port, not '\(text)'",
        hint: "--serve /run/user/1000/metrics.sock, or: --serve 127.0.0.1:9188")
    }
    let host = text[..<colon].drop { $0 == "[" }
    let address = host.last == "]" ? host.dropLast() : host
    let isNumeric = !address.isEmpty && address.allSatisfy { $0.isHexDigit || $0 == "." || $0 == ":" }
    guard isNumeric || address.isEmpty || address == "localhost" else {
      throw UsageError("--serve needs the number of an address, not '\(address)'", hint: "--serve 127.0.0.1:\(port)")
    }
    self = .port(address: isNumeric ? String(address) : "127.0.0.1", port)
  }

  /// Whether only this machine gets there.
  var isLocal: Bool {
    switch self {
    case .socket: true
    case .port(let address, _): address.hasPrefix("127.") || address == "::1"
    }
  }

  public var description: String {
    switch self {
    case .socket(let path): path
    case .port(let address, let port): address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    }
  }
}

extension Subcommand {
  static let exporting = Subcommand(
    name: "export", synopsis: "[FILE]",
    summary: "write the program and its values as text that combinectl can run; with --json as one object",
    options: [
      OptionRow(
        name: "--openmetrics",
        summary:
          "write the numbers instead, in the OpenMetrics format: Bool and numeric properties, and the daemon's own"),
      OptionRow(
        name: "--serve", value: "PLACE",
        summary: "answer whoever asks by HTTP for /metrics: at a socket's path, or at 127.0.0.1:9188",
        completes: .file),
      OptionRow(name: "--public", summary: "also at an address that other machines get to"),
      OptionRow(
        name: "--only", value: "PATTERN", summary: "only the properties of stores whose path matches", completes: .path),
    ],
    arguments: 0...1,
    examples: [
      "combinectl export program.swift", "combinectl export --json", "combinectl export --openmetrics",
      "combinectl export --openmetrics --serve 127.0.0.1:9188",
      "combinectl export --openmetrics --only 'home.*' --serve /run/user/1000/metrics.sock",
    ],
    completes: .file, unheededBeside: ["--openmetrics": ["--json"]], make: makeExport)

  private static func makeExport(_ arguments: [String], _ given: [String: String]) throws(UsageError)
    -> Invocation.Action
  {
    guard given["--openmetrics"] != nil else {
      if let name = ["--serve", "--public", "--only"].first(where: { given[$0] != nil }) {
        throw UsageError("\(name) is about metrics", hint: "combinectl export --openmetrics \(name)")
      }
      return .export(file: arguments.first)
    }
    var options = MetricsOptions()
    options.file = arguments.first
    options.pattern = given["--only"]
    if let text = given["--serve"] {
      let place = try ServePlace(text)
      guard arguments.isEmpty else {
        throw UsageError("what is served is written to no file", hint: "leave \(arguments[0]) out")
      }
      guard place.isLocal || given["--public"] != nil else {
        throw UsageError(
          "whoever gets to \(place) could read it", hint: "--serve 127.0.0.1:9188, or add --public if that is meant")
      }
      options.place = place
    }
    if given["--public"] != nil, options.place?.isLocal != false {
      throw UsageError("--public is about an address that other machines get to", hint: "leave it out")
    }
    return .metrics(options)
  }
}
