/// Runs Swift programs in the interpreter, by hand and for tests that need a process of their own.
///
///     interpret FILE…            run each; what it prints goes to standard output, why it failed to standard error
///     interpret --errors FILE…   only check each, and print errors and notes one a line, as
///                                `swiftc -diagnostic-style=llvm` does
///     interpret --diff FILE…     compare with the recorded answer beside each file
///     interpret --diff           the same for all programs that have one, and for all that are to be refused
///     interpret --each           the same for the files that standard input names, one a line: how each ended is one
///                                line of JSON, said at once; files with a tab between them are one program
///     interpret --fuzz SECONDS   texts that nobody would write, until one does harm; SEED=n begins with the same ones
///     interpret --extremes [COUNT [SEED]]
///                                so many calls of each member of the library with operands at the ends of their ranges
///     interpret --hostile [NAME…]
///                                programs that are out to kill: deep, endless, inconsistent
///     interpret --generate FOLDER [COUNT [SEED]]
///                                random programs that the compiler accepts, as files, and in FOLDER/Rejected as many with
///                                mistakes in them
///     interpret --shorten        take from the lists of differences what does not differ any more
import Foundation
import InterpreterHarness
import Language

@main
struct Interpret {
  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "--shorten" { return try Corpus.shortenLists() }
    if arguments.first == "--generate", arguments.count > 1 {
      let count = arguments.count > 2 ? Int(arguments[2]) ?? 20 : 20
      let seed = arguments.count > 3 ? UInt64(arguments[3]) ?? 1 : 1
      let folder = URL(fileURLWithPath: arguments[1])
      let rejected = folder.appendingPathComponent("Rejected")
      try FileManager.default.createDirectory(at: rejected, withIntermediateDirectories: true)
      for number in 0..<count {
        let seed = seed &+ UInt64(number)
        for (folder, statements, mistakes) in [(folder, 24, 0), (rejected, 10, 1 + number % 3)] {
          var generator = ProgramGenerator(seed: seed)
          try generator.program(statements: statements, mistakes: mistakes).write(
            to: folder.appendingPathComponent("\(seed).swift"), atomically: false, encoding: .utf8)
        }
      }
      return
    }
    if arguments.first == "--extremes" { return try extremes(arguments.dropFirst().compactMap(Int.init)) }
    if arguments.first == "--hostile" { return try hostile(Array(arguments.dropFirst())) }
    if arguments.first == "--fuzz" { return try fuzz(seconds: arguments.dropFirst().first.flatMap(Double.init) ?? 60) }
    if arguments.first == "--errors" {
      for path in arguments.dropFirst() {
        let run = ProgramRun.onItsOwnStack(text(of: path), name: path)
        for error in run.errors { for line in [error] + error.notes { print(Self.line(line)) } }
      }
      return
    }
    if arguments.first == "--each" { return try each() }
    guard arguments.first == "--diff" else {
      var hasFailed = false
      for path in arguments {
        let run = ProgramRun.onItsOwnStack(text(of: path), name: path)
        FileHandle.standardOutput.write(Data(run.output.utf8))
        if let failure = run.failure {
          hasFailed = true
          FileHandle.standardError.write(Data((failure + "\n").utf8))
        }
      }
      exit(hasFailed ? 1 : 0)
    }
    arguments.removeFirst()
    let paths =
      arguments.isEmpty
      ? Corpus.programs + Corpus.rejected
      : arguments.map { path in
        path.range(of: "Tests/LanguageTests/").map { String(path[$0.upperBound...]) }
          ?? URL(fileURLWithPath: path).path
      }
    var agreed = 0
    for path in paths {
      let difference: String? =
        if path.contains("/Rejected/") {
          // A random one: that it is refused, and where.
          try Corpus.refusal(path).differenceOfLines
        } else {
          path.hasPrefix("Rejected") ? try Corpus.refusal(path).difference : try Corpus.difference(path)
        }
      if let difference { print("== \(path)\n\(difference)") } else { agreed += 1 }
    }
    print("\(agreed) of \(paths.count) agree")
    exit(agreed == paths.count ? 0 : 1)
  }

  /// A program of a corpus may take the process with it: what was before it has been told by then.
  private static func each() throws {
    while let names = readLine() {
      let paths = names.split(separator: "\t").map(String.init)
      let run = ProgramRun.onItsOwnStack(
        paths.map {
          SourceText(file: $0, text: text(of: $0), isScript: paths.count == 1 || SourceText.isMain($0))
        })
      let fields: [String: Any] = [
        "errors": run.errors.map(line), "failure": run.failure ?? NSNull() as Any, "output": run.output,
      ]
      note(String(decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self))
    }
  }

  private static func text(of path: String) -> String {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      FileHandle.standardError.write(Data("interpret: \(path) cannot be read\n".utf8))
      exit(2)
    }
    return text
  }

  private static func line(_ diagnostic: Diagnostic) -> String {
    "\(diagnostic.file):\(diagnostic.start.line):\(diagnostic.start.column): \(diagnostic.severity): \(diagnostic.message)"
  }

  /// At once: the process may die with what it has not written yet.
  static func note(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

  /// The text at work is in a file, so that it is found when the process dies; a timer ends what hangs, a limit what
  /// takes too much memory.
  private static func fuzz(seconds: Double) throws {
    var fuzzer = try SourceFuzzer(seed: ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init))
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("fuzz-\(fuzzer.seed).swift")
    var memory = rlimit(rlim_cur: 4 << 30, rlim_max: 4 << 30)
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
    let end = Date(timeIntervalSinceNow: seconds)
    var count = 0
    var slowest = (seconds: 0.0, number: 0)
    note("seed \(fuzzer.seed); the text at work is in \(file.path)")
    while Date() < end {
      let text = fuzzer.next()
      try text.write(to: file, atomically: false, encoding: .utf8)
      let start = Date()
      SupervisedRun.allow(cpuSeconds: 10)
      _ = ProgramRun.onItsOwnStack(text, limits: .fuzzing)
      SupervisedRun.allow(cpuSeconds: 0)
      let time = -start.timeIntervalSinceNow
      if time > slowest.seconds { slowest = (time, count) }
      if time > 2 { note("text \(count) took \(time) s: \(text.prefix(200))") }
      count += 1
    }
    print("\(count) texts, the slowest (number \(slowest.number)) took \(slowest.seconds) s")
    try FileManager.default.removeItem(at: file)
  }
}
