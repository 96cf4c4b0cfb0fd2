/// The library beside the toolchain's own symbol graphs: what Swift's modules have is here, or listed with the reason.
import Foundation
import TestSupport
import Testing

@testable import Language

@Suite struct SymbolTests {
  private static let folder = "Tests/LanguageTests/Symbols/"

  @Test(arguments: ["Swift", "Foundation"])
  func theLibraryHasWhatTheModuleHas(_ module: String) throws {
    let symbols = Symbols(Library())
    let absent = try Absent(Repository.text(Self.folder + "absent-\(module).txt"))
    var missing: [String] = []
    for line in try Repository.text(Self.folder + module + ".txt").split(separator: "\n").map(String.init)
    where symbols.has(line) == false { missing.append(line) }
    if ProcessInfo.processInfo.environment["UPDATE_EXPECT"] == "1" {
      try Repository.write(absent.updated(missing), to: Self.folder + "absent-\(module).txt")
    }
    let listed = absent.names
    let new = missing.filter { !listed.contains($0) }
    #expect(new.isEmpty, "not in the library, and no reason in absent-\(module).txt:\n\(new.joined(separator: "\n"))")
    let found = listed.subtracting(missing)
    #expect(
      found.isEmpty,
      "in the library now, UPDATE_EXPECT=1 takes it from absent-\(module).txt:\n\(found.sorted().joined(separator: "\n"))"
    )
  }
}

/// Names under the reason why they are not there: `# a reason`, then a line for each.
private struct Absent {
  private(set) var sections: [(reason: String, names: [String])] = []
  var names: Set<String> { Set(sections.flatMap(\.names)) }

  init(_ text: String) {
    for line in text.split(separator: "\n").map(String.init) {
      if line.hasPrefix("# ") {
        sections.append((String(line.dropFirst(2)), []))
      } else {
        sections[sections.count - 1].names.append(line)
      }
    }
  }

  /// With what is missing, and without what is not: a new one has no reason yet, and says so.
  func updated(_ missing: [String]) -> String {
    let known = names
    let new = missing.filter { !known.contains($0) }
    var result = sections.map { ($0.reason, $0.names.filter(Set(missing).contains)) }
    if !new.isEmpty { result.append(("no reason yet", new)) }
    return result.filter { !$1.isEmpty }.map { "# \($0)\n" + $1.sorted().joined(separator: "\n") + "\n" }.joined(
      separator: "\n")
  }
}

/// The library by the names that symbol graphs have.
private final class Symbols {
  private let library: Library
  /// Where the members of a type stand: its own table, its superclasses', its protocols'. None if there is no such type.
  private var places: [String: [Nominal]] = [:]

  init(_ library: Library) { self.library = library }

  /// `nil` for the member of a type that is not there.
  func has(_ line: String) -> Bool? {
    if line.hasPrefix("type ") { return !places(of: String(line.dropFirst(5))).isEmpty }
    let end = line.firstIndex(of: "(") ?? line.endIndex
    guard let dot = line[..<end].lastIndex(of: ".") else {
      return library.globals(named: String(line[..<end])).contains { $0.isCalled(line) }
    }
    let places = places(of: String(line[..<dot]))
    if places.isEmpty { return nil }
    let full = String(line[line.index(after: dot)...])
    let base = String(line[line.index(after: dot)..<end])
    return places.contains { library.environment.members(of: $0, named: base).contains { $0.isCalled(full) } }
  }

  private func places(of path: String) -> [Nominal] {
    if let known = places[path] { return known }
    var parts = path.split(separator: ".").map(String.init)
    var found = library.type(named: parts.removeFirst())
    for part in parts { found = found.flatMap { library.nestedType(of: $0, named: part) } }
    var result: [Nominal] = []
    if let found {
      let environment = library.environment
      let protocols = found.kind == .protocolType ? [found] : environment.protocols(of: found).map(\.proto)
      for place in found.lineage + protocols.flatMap({ environment.closure(of: $0) }) where !result.contains(place) {
        result.append(place)
      }
    }
    places[path] = result
    return result
  }
}

extension Declaration {
  /// Parameters with default values may be missing in the name by which others know it.
  fileprivate func isCalled(_ title: String) -> Bool {
    resolved()
    return fullName == title || name == title
      || name + "(" + parameters.filter { !$0.hasDefault }.map { ($0.label ?? "_") + ":" }.joined() + ")" == title
  }
}
