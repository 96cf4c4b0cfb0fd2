/// Runs Swift programs in the interpreter, by hand and for tests that need a process of their own.
///
///     interpret FILE…            run each; what it prints goes to standard output, why it failed to standard error
///     interpret --diff FILE…     compare with the recorded answer beside each file
///     interpret --diff           the same for all programs that have one, and for all that are to be refused
///     interpret --shorten        take from the lists of differences what does not differ any more
import Foundation
import InterpreterHarness

@main
struct Interpret {
  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "--shorten" { return try Corpus.shortenLists() }
    guard arguments.first == "--diff" else {
      var hasFailed = false
      for path in arguments {
        let run = ProgramRun.onItsOwnStack(try String(contentsOfFile: path, encoding: .utf8), name: path)
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
        path.range(of: "LanguageTests/").map { String(path[$0.upperBound...]) } ?? path
      }
    var agreed = 0
    for path in paths {
      let difference =
        path.hasPrefix("Rejected") ? try Corpus.refusal(path).difference : try Corpus.difference(path)
      if let difference { print("== \(path)\n\(difference)") } else { agreed += 1 }
    }
    print("\(agreed) of \(paths.count) agree")
    exit(agreed == paths.count ? 0 : 1)
  }
}
