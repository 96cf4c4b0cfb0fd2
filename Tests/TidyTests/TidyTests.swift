// What keeps the house in order, as tests: which module may import what, which folder of the language may refer to which,
// where the few unsafe things live. A failure names the file and what to do.
import Foundation
import Testing

/// The checkout this test was built from.
private let root = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

private struct SourceFile {
  /// From the top of the checkout: `Sources/Engine/Engine.swift`.
  let path: String
  let lines: [Substring]

  var module: String { String(path.split(separator: "/")[1]) }

  /// The lines outside of string literals of several lines: those hold programs in this and other languages.
  var code: [Substring] {
    var isInside = false
    return lines.map { line in
      let marks = line.ranges(of: "\"\"\"").count
      defer { if marks % 2 == 1 { isInside.toggle() } }
      return isInside || marks > 0 ? "" : line
    }
  }

  /// The words of each line, without comments and string literals.
  var words: [[Word]] {
    code.map { line in
      var words: [Word] = []
      let bytes = Array(line.utf8)
      var index = 0
      var isInText = false
      while index < bytes.count {
        let start = index
        index += 1
        switch bytes[start] {
        case UInt8(ascii: "\\") where isInText: index += 1
        case UInt8(ascii: "\""): isInText.toggle()
        case UInt8(ascii: "/") where !isInText && index < bytes.count && bytes[index] == bytes[start]: return words
        case let byte where !isInText && Self.isWord(byte):
          while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
          words.append(Word(text: String(decoding: bytes[start..<index], as: UTF8.self), column: start + 1))
        default: break
        }
      }
      return words
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }

  var imports: [String] {
    code.compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
        words[..<place].allSatisfy({ importPrefixes.contains($0) || $0.hasPrefix("@") })
      else { return nil }
      // `import struct Foundation.Data` imports Foundation.
      let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
      let name = kinds.contains(words[place + 1]) && place + 2 < words.count ? words[place + 2] : words[place + 1]
      return String(name.split(separator: ".")[0])
    }
  }
}

private struct Word {
  let text: String
  let column: Int
}

private let importPrefixes: Set<String> = ["public", "internal", "package", "fileprivate", "private"]

private func swiftFiles(below folder: String) throws -> [SourceFile] {
  // A folder may be a link, and an enumerator does not follow one.
  let base = root.appendingPathComponent(folder).resolvingSymlinksInPath()
  let walk = try #require(FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil))
  var files: [SourceFile] = []
  for case let url as URL in walk where url.pathExtension == "swift" {
    let text = try String(contentsOf: url, encoding: .utf8)
    files.append(
      SourceFile(
        path: folder + url.resolvingSymlinksInPath().path.dropFirst(base.path.count),
        lines: text.split(separator: "\n", omittingEmptySubsequences: false)))
  }
  try #require(!files.isEmpty, "no files below \(base.path)")
  return files.sorted { $0.path < $1.path }
}

@Suite struct TidyTests {
  /// The arrows of `Sources/README.md`. What a module may import beside the standard library.
  static let allowedImports: [String: Set<String>] = [
    "Combine": ["Synchronization", "Glibc", "Musl"],
    "Marbles": [],
    "CombineTesting": ["Combine", "Marbles", "Dispatch", "Synchronization"],
    "Language": [
      "Combine", "Marbles", "CCoroutine", "CHelp", "Glibc", "Swift", "SwiftSyntax", "SwiftParser", "SwiftOperators",
      "SwiftDiagnostics", "SwiftParserDiagnostics", "Synchronization",
    ],
    "Engine": ["Language", "Combine", "Marbles"],
    "Journal": ["Engine", "Language", "CSQLite", "Glibc"],
    "Wire": [],
    "EventLoop": ["CLinux", "Glibc", "Synchronization"],
    "Outside": [
      "Engine", "Language", "EventLoop", "CLinux", "CCurl", "Dispatch", "Foundation", "Synchronization", "Glibc",
    ],
    "Server": ["Engine", "Language", "Marbles", "Wire", "EventLoop", "Journal", "Dispatch", "Glibc"],
    "combined": [
      "Server", "Engine", "Language", "Journal", "Outside", "EventLoop", "Wire", "Glibc", "Synchronization",
    ],
    "ClientConnection": ["Wire", "Glibc"],
    "CombineClient": ["ClientConnection", "Wire", "Combine", "Glibc", "Synchronization"],
    "Stores": [
      "CombineClient", "ClientConnection", "Wire", "Combine", "Foundation", "FoundationNetworking", "Glibc",
      "Swift", "Synchronization",
    ],
    "REPL": ["ClientConnection", "Marbles", "Wire", "CLinux", "CReadline", "Glibc"],
    "combinectl": ["REPL", "Glibc"],
  ]

  /// Where the client for programs makes values of Foundation's types.
  private static let foundationOfClients = "Sources/CombineClient/RemoteValue+Foundation.swift"
  /// Where the language's library stands on Foundation's own types.
  static let foundationOfPrograms = [
    "Sources/Language/Library/Foundation/", "Sources/Language/Library/Coding/", "Sources/Language/Library/Extras/",
    "Sources/Language/Library/SwiftUI/",
  ]

  @Test func everyImportIsAnArrowOfTheMap() throws {
    for file in try swiftFiles(below: "Sources") {
      guard let allowed = Self.allowedImports[file.module] else {
        Issue.record(
          "\(file.path): module \(file.module) is not in the table; add it, and the map in Sources/README.md")
        continue
      }
      // Combine's Foundation parts live in a folder of their own, those of the language in its library.
      let foundation: Set<String> =
        file.path.hasPrefix("Sources/Combine/Foundation/")
        ? ["Foundation", "FoundationNetworking", "Dispatch"]
        : Self.foundationOfPrograms.contains { file.path.hasPrefix($0) }
          ? ["Foundation", "FoundationNetworking"] : Self.foundationOfClients == file.path ? ["Foundation"] : []
      for name in file.imports where !allowed.contains(name) && !foundation.contains(name) {
        Issue.record("\(file.path): imports \(name), which is no arrow of Sources/README.md")
      }
    }
  }

  /// The layers of `Sources/Language/README.md`, lowest first. The folders of one layer may know each other.
  static let languageLayers = [
    ["Base"], ["Regex", "Tree", "Types", "Value", "Bodies"], ["Parse"], ["Check"], ["Machine", "Compile", "Tasks"],
    ["Library"], ["Program"],
  ]

  @Test func theLanguageRefersToNothingAbove() throws {
    var layers: [String: Int] = [:]
    for (layer, folders) in Self.languageLayers.enumerated() {
      for folder in folders { layers[folder] = layer }
    }
    var files: [(file: SourceFile, layer: Int, words: [[Word]])] = []
    for file in try swiftFiles(below: "Sources/Language") {
      if let layer = layers[String(file.path.split(separator: "/")[2])] {
        files.append((file, layer, file.words))
      } else {
        Issue.record("\(file.path): stands in no layer of Sources/Language/README.md")
      }
    }
    // Types at top level that other files can name, and the lowest layer that has one of the name.
    let kinds: Set<String> = ["class", "struct", "enum", "protocol", "typealias"]
    let modifiers: Set<String> = ["public", "package", "final", "indirect"]
    var declared: [String: Int] = [:]
    for (_, layer, lines) in files {
      for words in lines where words.first?.column == 1 {
        guard let kind = words.firstIndex(where: { !modifiers.contains($0.text) }), kind + 1 < words.count,
          kinds.contains(words[kind].text)
        else { continue }
        let name = words[kind + 1].text
        declared[name] = min(declared[name] ?? layer, layer)
      }
    }
    try #require(declared["Machine"] == layers["Machine"] && declared["Value"] == layers["Value"])
    for (file, layer, lines) in files {
      for (number, words) in lines.enumerated() {
        for word in words {
          guard let above = declared[word.text], above > layer else { continue }
          Issue.record(
            "\(file.path):\(number + 1): '\(word.text)' stands above, in \(Self.languageLayers[above]); hand it in, or move it down"
          )
        }
      }
    }
  }

  /// Places that give up the compiler's proof, each with its argument beside it.
  static let uncheckedSendable: Set<String> = [
    "Sources/Combine/Runtime/Protected.swift",
    "Sources/Wire/JSONDocument.swift",
  ]

  @Test func uncheckedSendableStaysInItsPlaces() throws {
    for file in try swiftFiles(below: "Sources") where !Self.uncheckedSendable.contains(file.path) {
      for (number, line) in file.lines.enumerated() where line.contains("@unchecked" + " Sendable") {
        let code = line.trimmingCharacters(in: .whitespaces)
        // Comments, and signatures that programs see.
        if code.hasPrefix("//") || code.contains("\"") { continue }
        Issue.record(
          "\(file.path):\(number + 1): unchecked sendability belongs into \(Self.uncheckedSendable.sorted())")
      }
    }
  }

  @Test func nothingIsLeftUnfinished() throws {
    let marks = ["TO" + "DO", "FIX" + "ME", ".disa" + "bled("]
    for file in try swiftFiles(below: "Sources") + swiftFiles(below: "Tests") {
      for (number, line) in file.lines.enumerated() {
        for mark in marks where line.contains(mark) {
          Issue.record("\(file.path):\(number + 1): '\(mark)': finish it, or say in the documents that it is not there")
        }
      }
    }
  }

  @Test func testsDoNotSleep() throws {
    let calls = ["Thread.sl" + "eep", "usl" + "eep(", "Task.sl" + "eep", " sl" + "eep("]
    for file in try swiftFiles(below: "Tests")
    where ["/Programs/", "/Rows/", "/Bench/", "/Running/"].allSatisfy({ !file.path.contains($0) }) {
      for (number, line) in file.code.enumerated() {
        for call in calls where line.contains(call) && !line.contains("\"") {
          Issue.record("\(file.path):\(number + 1): a test waits for a fact, never for time")
        }
      }
    }
  }

  /// What a document has its reader type with `make` is there, and no target can be hidden by a file of its name.
  @Test func whatDocumentsMakeIsATarget() throws {
    let makefile = try String(contentsOf: root.appendingPathComponent("Makefile"), encoding: .utf8)
    let targets = Set(makefile.matches(of: /(?m)^([a-z][a-z-]*):/).map { String($0.1) })
    let phony = Set(makefile.firstMatch(of: /(?m)^\.PHONY: (.*)$/)?.1.split(separator: " ").map(String.init) ?? [])
    #expect(targets == phony)
    let documents = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    for path in documents where path.hasSuffix(".md") && !path.hasPrefix(".build") {
      let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      for command in text.matches(of: /(?m)(?:`|^)make ([a-z][a-z-]*)/) where !targets.contains(String(command.1)) {
        Issue.record("\(path): there is no 'make \(command.1)'")
      }
    }
  }

  @Test func theTopLevelHoldsOnlyTheAgreedEntries() throws {
    let agreed: Set<String> = [
      "Package.swift", "Sources", "Tests", "Protocol", "examples", "README.md", "Makefile", "LICENSE",
    ]
    for entry in try FileManager.default.contentsOfDirectory(atPath: root.path) {
      #expect(agreed.contains(entry) || entry.hasPrefix("."), "'\(entry)' does not belong at the top level")
    }
  }
}
