/// The programs with recorded answers of the compiler, and the lists of those on which the interpreter differs.
import Foundation
public import Language
import TestSupport

public enum Corpus {
  private static let folder = "Tests/LanguageTests/"

  /// Programs with their output, from `Tests/LanguageTests/`: `Programs/enums/payloads.swift`.
  public static let programs: [String] = files(below: "Programs").filter {
    exists(output(of: $0))
  }

  /// Programs of which swiftc warns.
  public static let warned: [String] = files(below: "Warned")

  /// Programs that have to be refused. Those that are no Swift at all, which no formatter could read, say so by their
  /// names.
  public static let rejected: [String] = files(below: "Rejected", [".swift", ".unparseable"])

  public static func text(_ path: String) throws -> String {
    // Programs from elsewhere are named from the root of the file system.
    path.hasPrefix("/") ? try String(contentsOfFile: path, encoding: .utf8) : try Repository.text(folder + path)
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(
      atPath: path.hasPrefix("/") ? path : Repository.root.appendingPathComponent(folder + path).path)
  }

  /// Files with views and what they print without them.
  public static let pasted: [String] = files(below: "Pasted")

  /// Swift that is outside the language.
  public static let refused: [String] = files(below: "Refused")

  /// The file of what a program prints.
  public static func output(of path: String) -> String { path.replacing(".swift", with: ".out") }

  /// What a program runs to, against what is recorded; `nil` when it is the same.
  public static func difference(_ path: String) throws -> String? {
    guard exists(path) else { return "there is no such program" }
    guard exists(output(of: path)) else {
      return "nothing is recorded of what it prints: oracle.sh record makes \(output(of: path))"
    }
    let run = ProgramRun.onItsOwnStack(try text(path), name: path)
    let expected = try text(output(of: path))
    if run.failure == nil, run.output == expected { return nil }
    var text = ""
    if let failure = run.failure { text += failure + "\n" }
    // Without a single statement run there is nothing to compare.
    if run.failure == nil || !run.output.isEmpty {
      text += "- swiftc, + interpreter\n\(LineDiff(expected, run.output))"
    }
    return text
  }

  // MARK: Programs that are refused

  /// An error at a line.
  public struct Claim: Comparable, CustomStringConvertible {
    public let line: Int
    public let message: String

    public var description: String { "\(line): \(message)" }
    public static func < (left: Claim, right: Claim) -> Bool {
      (left.line, left.message) < (right.line, right.message)
    }
  }

  /// What comments of the form `// error: message` promise.
  public static func claims(of severity: Diagnostic.Severity = .error, in text: String) -> [Claim] {
    var claims: [Claim] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let parts = line.split(separator: "// \(severity.rawValue): ", omittingEmptySubsequences: false).dropFirst()
      for part in parts {
        claims.append(Claim(line: index + 1, message: part.trimmingCharacters(in: .whitespaces)))
      }
    }
    return claims
  }

  /// What a program is warned of, which is only checked.
  public static func warnings(_ path: String) throws -> [Claim] {
    ProgramRun.onItsOwnStack(try text(path), name: path).diagnostics.filter { $0.severity == .warning }
      .map { Claim(line: $0.start.line, message: $0.message) }
  }

  /// What a program is refused for, against its claims.
  public struct Refusal {
    public let expected: [Claim]
    public let found: [Claim]
    public var linesAgree: Bool { Set(expected.map(\.line)) == Set(found.map(\.line)) }
    public var messagesAgree: Bool { expected.sorted() == found.sorted() }
    /// `nil` when the same lines are wrong.
    public var differenceOfLines: String? { linesAgree ? nil : difference }
    /// `nil` when all is the same.
    public var difference: String? {
      if messagesAgree { return nil }
      let texts = [expected, found].map { $0.sorted().map(\.description).joined(separator: "\n") }
      return "- swiftc, + interpreter\n\(LineDiff(texts[0], texts[1]))"
    }
  }

  /// The program is only checked.
  public static func refusal(_ path: String) throws -> Refusal {
    let text = try text(path)
    let run = ProgramRun.onItsOwnStack(text, name: path)
    return Refusal(
      expected: claims(in: text), found: run.errors.map { Claim(line: $0.start.line, message: $0.message) })
  }

  // MARK: Lists

  /// A list of differences: `path: reason` on each line. A path that does not differ any more has to leave the list.
  public static func list(_ name: String) throws -> [String: String] {
    var reasons: [String: String] = [:]
    for line in try text(name).split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      reasons[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    return reasons
  }

  /// Takes from the lists what does not differ any more. What crashes stays; what is refused at the right lines now, but
  /// with other words, goes from one list to the other.
  public static func shortenLists() throws {
    var worded = try text("wordings.txt")
    try shorten("differences.txt") { path in
      guard path.hasPrefix("Rejected") else { return try difference(path) != nil }
      let refusal = try refusal(path)
      if refusal.linesAgree, !refusal.messagesAgree { worded += "\(path): worded differently\n" }
      return !refusal.linesAgree
    }
    try Repository.write(worded, to: folder + "wordings.txt")
    try shorten("wordings.txt") { path in
      let refusal = try refusal(path)
      return refusal.linesAgree && !refusal.messagesAgree
    }
  }

  private static func shorten(_ name: String, _ differs: (String) throws -> Bool) throws {
    let listed = try list(name)
    let lines = try text(name).split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      let path = String(line.prefix { $0 != ":" })
      guard let reason = listed[path], reason != "crashes" else { return true }
      return try differs(path)
    }
    try Repository.write(lines.joined(separator: "\n"), to: folder + name)
  }

  private static func files(below name: String, _ endings: [String] = [".swift"]) -> [String] {
    let base = Repository.root.appendingPathComponent(folder + name)
    guard let walk = FileManager.default.enumerator(atPath: base.path) else { return [] }
    return walk.compactMap { $0 as? String }.filter { path in endings.contains { path.hasSuffix($0) } }.sorted()
      .map { name + "/" + $0 }
  }
}
