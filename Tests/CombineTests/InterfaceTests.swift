// The public interface, compared with a list: a symbol that goes missing, or that becomes public by accident, is a line
// of difference. The list was made from Apple's documented interface, so that nothing of it is silently absent. What a
// symbol graph leaves out, unavailable and underscored names, is in `theStorageOfPublishedProperties`.

import Combine
import Foundation
import TestSupport
import Testing

/// What the compiler says about the module that these tests were built with.
private struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Identifier: Decodable { let precise: String }
    struct Comment: Decodable {
      struct Line: Decodable { let text: String }
      let lines: [Line]

      var text: String { lines.map(\.text).joined(separator: "\n") }
    }

    struct Fragment: Decodable { let spelling: String }
    struct Extension: Decodable {
      struct Constraint: Decodable { let kind, lhs, rhs: String }
      let constraints: [Constraint]?
    }

    let kind: Kind
    let identifier: Identifier
    let pathComponents: [String]
    let docComment: Comment?
    let declarationFragments: [Fragment]?
    let swiftExtension: Extension?

    var path: String { pathComponents.joined(separator: ".") }

    /// The path, what it returns, and under which conditions.
    var signature: String {
      let declaration = (declarationFragments ?? []).map(\.spelling).joined()
      let result = declaration.split(separator: " -> ").last.map(String.init) ?? ""
      let conditions = (swiftExtension?.constraints ?? []).map { "\($0.lhs) \($0.kind) \($0.rhs)" }
      return "\(path) -> \(result)" + (conditions.isEmpty ? "" : " [\(conditions.joined(separator: ", "))]")
    }
  }

  struct Relationship: Decodable {
    let kind: String
    let source: String
    let targetFallback: String?
  }

  let symbols: [Symbol]
  let relationships: [Relationship]

  /// All parts of the graph: the module itself, and one part for each module that it extends.
  static func ofCombine() throws -> [SymbolGraph] {
    let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let modules = executable.deletingLastPathComponent().appendingPathComponent("Modules")
    let output = FileManager.default.temporaryDirectory.appendingPathComponent("combine-interface-\(UUID())")
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: output) }
    #if arch(arm64)
      let target = "aarch64-unknown-linux-gnu"
    #else
      let target = "x86_64-unknown-linux-gnu"
    #endif
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "symbolgraph-extract", "-module-name", "Combine", "-I", modules.path, "-target", target,
      "-output-dir", output.path, "-minimum-access-level", "public", "-skip-synthesized-members",
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "swift symbolgraph-extract failed")
    return try FileManager.default.contentsOfDirectory(at: output, includingPropertiesForKeys: nil).map {
      try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: $0))
    }
  }
}

@Suite(.leavesNothing) struct InterfaceTests {
  @Test func isTheListed() throws {
    let graphs = try SymbolGraph.ofCombine()
    let symbols = graphs.flatMap(\.symbols)
    // The types of every publisher's values and failures: said by its other members.
    let implied: Set = ["Output", "Failure", "Input"]
    var overloads: [String: Int] = [:]
    for symbol in symbols
    where symbol.kind.identifier != "swift.typealias" || !implied.contains(symbol.pathComponents.last ?? "") {
      overloads[symbol.path, default: 0] += 1
    }
    var lines = overloads.map { path, count in count == 1 ? path : "\(path) x\(count)" }
    let paths = Dictionary(symbols.map { ($0.identifier.precise, $0.path) }, uniquingKeysWith: { first, _ in first })
    for relationship in graphs.flatMap(\.relationships) where relationship.kind == "conformsTo" {
      guard let source = paths[relationship.source], let target = relationship.targetFallback,
        ["Swift.Equatable", "Swift.Hashable", "Swift.Sendable"].contains(target)
      else { continue }
      lines.append("\(source): \(target)")
    }
    let text = Set(lines).sorted().joined(separator: "\n") + "\n"
    #expect(Expect.difference(file: "Tests/CombineTests/Interface/Combine.txt", from: text) == nil)
  }

  /// The operators that a publisher has for itself, in place of the general ones: each with its result, since that is
  /// what people write into their declarations.
  @Test func specialisedOperatorsReturnWhatIsListed() throws {
    let owners = [
      "Just", "Optional.Publisher", "Result.Publisher", "Publishers.Sequence", "Publishers.Map", "Publishers.TryMap",
      "Publishers.CompactMap", "Publishers.TryCompactMap", "Publishers.Filter", "Publishers.TryFilter",
      "Publishers.SetFailureType", "Publishers.Merge", "Publishers.Merge3", "Publishers.Merge4", "Publishers.Merge5",
      "Publishers.Merge6", "Publishers.Merge7", "Publishers.MergeMany",
    ]
    let methods = try SymbolGraph.ofCombine().flatMap(\.symbols).filter {
      $0.kind.identifier == "swift.method" && $0.pathComponents.last != "receive(subscriber:)"
        && owners.contains($0.pathComponents.dropLast().joined(separator: "."))
    }
    #expect(methods.count == 177)
    let text = methods.map(\.signature).sorted().joined(separator: "\n") + "\n"
    #expect(Expect.difference(file: "Tests/CombineTests/Interface/Specialised.txt", from: text) == nil)
  }

  @Test func everySymbolHasADocumentationComment() throws {
    let silent = try SymbolGraph.ofCombine().flatMap(\.symbols).filter { $0.docComment == nil }.map(\.path)
    #expect(silent == [])
  }

  /// Whoever reads about an operator, or about the type that its comment links to, learns what is asked of the upstream,
  /// and how it ends.
  @Test func operatorsSayWhatBecomesOfDemandAndCompletion() throws {
    let symbols = try SymbolGraph.ofCombine().flatMap(\.symbols)
    let comments = Dictionary(symbols.map { ($0.path, $0.docComment?.text ?? "") }) { first, _ in first }
    let subjects = [
      ("demand", /demand|request|ask|want/.ignoresCase()),
      ("the end", /complet|finish|fail|error|\bend|\blast\b/.ignoresCase()),
    ]
    for symbol in symbols where symbol.pathComponents.first == "Publisher" && symbol.kind.identifier == "swift.method" {
      let own = symbol.docComment?.text ?? ""
      let linked = own.matches(of: /``(Publishers\/)?(\w+)``/).compactMap {
        comments["\($0.1 == nil ? "" : "Publishers.")\($0.2)"]
      }
      let text = ([own] + linked).joined(separator: "\n")
      for (subject, words) in subjects where text.firstMatch(of: words) == nil {
        Issue.record("\(symbol.path): nothing about \(subject): \(own)")
      }
    }
  }

  /// Names that the compiler's symbol graph does not tell: what the compiler itself uses for `@Published`.
  @Test func theStorageOfPublishedProperties() {
    final class Model {
      @Published var name = "a"
      var storage: Published<String> {
        get { _name }
        set { _name = newValue }
      }
    }
    let model = Model()
    Published<String>[_enclosingInstance: model, wrapped: \Model.name, storage: \Model.storage] = "b"
    #expect(Published<String>[_enclosingInstance: model, wrapped: \Model.name, storage: \Model.storage] == "b")
    #expect(model.name == "b")
  }
}
