// swift-tools-version: 6.1
// Targets in dependency order; an arrow in `Sources/README.md` is a `dependencies:` entry here, and nothing points up.
import Foundation
import PackageDescription

// The toolchain's own parser lives beside the compiler. It is found from the `swiftc` on PATH, so that the grammar is
// the one the user's compiler has. Every target that imports Language needs the `-I`; Combine and CombineTesting must
// stay free of unsafe flags so that other packages can depend on them.
let hostLibraries: String = {
  let candidates = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":")
    .map { URL(fileURLWithPath: String($0)).appendingPathComponent("swiftc") }
    .filter { FileManager.default.isExecutableFile(atPath: $0.path) }
    .map { $0.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent() }
    .map { $0.appendingPathComponent("lib/swift/host").path }
  let found = candidates.first {
    FileManager.default.fileExists(atPath: $0 + "/SwiftParser.swiftmodule")
  }
  guard let found else {
    let looked = candidates.isEmpty ? "no swiftc is on PATH" : "looked in " + candidates.joined(separator: ", ")
    fatalError(
      """
      combined needs the SwiftParser library of the Swift toolchain, and it was not found: \(looked).
      Install a Swift 6.2 or newer toolchain from swift.org and put its usr/bin first on PATH.
      """)
  }
  return found
}()

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
// The daemon is one thread whose classes call each other all the time. Checking each access for exclusivity at run time is
// a quarter of what a delivery costs (by instruction counts); debug builds, and with them all tests, do check.
let withParser: [SwiftSetting] =
  strict + [
    .unsafeFlags(["-I", hostLibraries]),
    .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
  ]
let linksParser: [LinkerSetting] = [
  .unsafeFlags(["-L", hostLibraries, "-Xlinker", "-rpath", "-Xlinker", hostLibraries])
]

let package = Package(
  name: "combined",
  products: [
    .library(name: "Combine", targets: ["Combine"]),
    .library(name: "CombineTesting", targets: ["CombineTesting"]),
    .library(name: "CombineClient", targets: ["CombineClient"]),
    .library(name: "Stores", targets: ["Stores"]),
    .executable(name: "combined", targets: ["combined"]),
    .executable(name: "combinectl", targets: ["combinectl"]),
  ],
  targets: [
    // The library
    .target(name: "Combine", exclude: ["README.md"], swiftSettings: strict),
    .target(name: "Marbles", swiftSettings: strict),
    .target(
      name: "CombineTesting", dependencies: ["Combine", "Marbles"], exclude: ["README.md"], swiftSettings: strict),

    // C libraries, one shim each
    .target(name: "CLinux"),
    .target(name: "CCoroutine"),
    // The texts of help; C, because it can take files into a program as they are.
    .target(name: "CHelp", exclude: ["texts"]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CReadline", providers: [.apt(["libreadline-dev"])]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),

    // The daemon
    .target(
      name: "Language", dependencies: ["Combine", "Marbles", "CCoroutine", "CHelp"], exclude: ["README.md"],
      swiftSettings: withParser,
      linkerSettings: linksParser),
    .target(name: "Engine", dependencies: ["Language", "Combine", "Marbles"], swiftSettings: withParser),
    .target(name: "Journal", dependencies: ["Engine", "CSQLite"], swiftSettings: withParser),
    .target(
      name: "Outside", dependencies: ["Engine", "Language", "EventLoop", "CLinux", "CCurl"], swiftSettings: withParser),
    .target(name: "Wire", swiftSettings: strict),
    .target(name: "EventLoop", dependencies: ["CLinux"], swiftSettings: strict),
    .target(
      name: "Server", dependencies: ["Engine", "Language", "Marbles", "Wire", "EventLoop", "Journal"],
      swiftSettings: withParser),
    .executableTarget(
      name: "combined", dependencies: ["Server", "Engine", "Language", "Journal", "Outside", "EventLoop", "Wire"],
      swiftSettings: withParser),

    // The clients
    .target(name: "ClientConnection", dependencies: ["Wire"], swiftSettings: strict),
    .target(name: "CombineClient", dependencies: ["ClientConnection", "Wire", "Combine"], swiftSettings: strict),
    .target(
      name: "Stores", dependencies: ["CombineClient", "ClientConnection", "Wire", "Combine"], exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "REPL", dependencies: ["ClientConnection", "Marbles", "Wire", "CLinux", "CReadline"],
      exclude: ["README.md"],
      swiftSettings: strict),
    .executableTarget(name: "combinectl", dependencies: ["REPL"], swiftSettings: strict),

    // Examples that are built with the package
    .executableTarget(
      name: "swift-watch", dependencies: ["CombineClient"], path: "examples/clients/swift",
      exclude: ["README.md", "conformance.json"], swiftSettings: strict),

    .executableTarget(
      name: "signup-form", dependencies: ["Stores", "Combine"], path: "examples/compiled/signup",
      exclude: ["README.md"], swiftSettings: strict),

    // Tests
    .target(name: "TestSupport", path: "Tests/Support", swiftSettings: strict),
    .target(name: "EngineSupport", dependencies: ["Engine"], path: "Tests/EngineSupport", swiftSettings: withParser),
    .target(
      name: "InterpreterHarness", dependencies: ["Language", "TestSupport"], path: "Tests/Harness",
      swiftSettings: withParser),
    .executableTarget(
      name: "interpret", dependencies: ["InterpreterHarness"], path: "Tests/Interpret", swiftSettings: withParser),
    .target(
      name: "FuzzSubjects",
      dependencies: [
        "Wire", "Engine", "Language", "Journal", "Server", "EventLoop", "InterpreterHarness", "TestSupport",
      ],
      path: "Tests/Fuzz/Subjects", swiftSettings: withParser),
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzSubjects", "TestSupport"], path: "Tests/Fuzz/Main", swiftSettings: withParser),
    .testTarget(
      name: "CombineTests", dependencies: ["Combine", "CombineTesting", "TestSupport"],
      exclude: ["Interface", "Traces"],
      swiftSettings: strict),
    .testTarget(name: "CombineTestingTests", dependencies: ["CombineTesting", "Combine"], swiftSettings: strict),
    .testTarget(
      name: "LanguageTests", dependencies: ["Language", "InterpreterHarness", "TestSupport", "interpret"],
      exclude: [
        "Pasted", "Programs", "README.md", "Refused", "Rejected", "Warned", "Symbols", "Tools", "completions.txt",
        "differences.txt", "features.txt", "fixits.txt", "modifiers.txt", "warnings.txt", "wordings.txt",
      ],
      swiftSettings: withParser),
    .testTarget(
      name: "EngineTests",
      dependencies: ["Engine", "EngineSupport", "InterpreterHarness", "TestSupport", "CLinux", "Marbles"],
      exclude: ["operator-pictures.txt"],
      swiftSettings: withParser
    ),
    .testTarget(
      name: "JournalTests", dependencies: ["Journal", "Engine", "EngineSupport", "TestSupport"], exclude: ["Formats"],
      swiftSettings: withParser),
    .testTarget(name: "WireTests", dependencies: ["Wire", "TestSupport"], exclude: ["JSON"], swiftSettings: strict),
    .testTarget(name: "EventLoopTests", dependencies: ["EventLoop", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "OutsideTests", dependencies: ["Outside", "Engine", "Language", "EventLoop"], swiftSettings: withParser),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "Server", "combined", "combinectl", "Outside", "Engine", "Language", "Wire", "EventLoop", "Journal",
        "TestSupport", "InterpreterHarness", "ClientConnection", "fuzz", "FuzzSubjects", "CountsBench",
      ],
      exclude: ["Faults/faults.c"], swiftSettings: withParser),
    .testTarget(
      name: "CombineClientTests",
      dependencies: [
        "CombineClient", "ClientConnection", "Combine", "Wire", "TestSupport", "combined", "combinectl",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "StoresTests",
      dependencies: [
        "Stores", "CombineClient", "ClientConnection", "Combine", "Wire", "TestSupport", "combined", "combinectl",
        "signup-form",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "REPLTests", dependencies: ["REPL", "ClientConnection", "CombineClient", "Marbles", "Wire", "TestSupport"],
      exclude: ["Conversations", "Sessions", "Shell", "Generated", "Saving"], swiftSettings: strict),
    .target(name: "Allocations", path: "Tests/Bench/Allocations"),
    .target(name: "Measuring", dependencies: ["Allocations"], path: "Tests/Bench/Measuring", swiftSettings: strict),
    .executableTarget(
      name: "CombineBench", dependencies: ["Combine", "Measuring"], path: "Tests/Bench/Combine",
      swiftSettings: strict),
    .executableTarget(
      name: "LanguageBench", dependencies: ["Language", "InterpreterHarness", "Measuring"],
      path: "Tests/Bench/Language",
      swiftSettings: withParser, linkerSettings: linksParser),
    .executableTarget(
      name: "StoresBench", dependencies: ["Stores", "CombineClient", "Combine", "combined"],
      path: "Tests/Bench/Stores", swiftSettings: strict),
    .target(name: "References", path: "Tests/Bench/References", linkerSettings: [.linkedLibrary("dl")]),
    .executableTarget(
      name: "CountsBench",
      dependencies: ["References", "Server", "Engine", "Language", "EventLoop", "Journal", "InterpreterHarness"],
      path: "Tests/Bench/Counts", swiftSettings: withParser, linkerSettings: linksParser),
    .testTarget(name: "TidyTests", dependencies: ["TestSupport"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// `make sanitize` needs the library and its tests only; everything else would take it many times as long to build.
if Context.environment["LIBRARY_ONLY"] != nil {
  let library: Set = ["Combine", "CombineTesting", "Marbles", "TestSupport", "CombineTests"]
  package.targets.removeAll { !library.contains($0.name) }
  package.products.removeAll { !library.contains($0.name) }
}
