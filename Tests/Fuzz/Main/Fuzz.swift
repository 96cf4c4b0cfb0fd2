/// Gives bytes that nobody would write to a part of the project, until one does harm.
///
///     fuzz SUBJECT [LIBFUZZER-OPTION…]   looking at what is reached: only where `Guided.swift` is at work
///     fuzz SUBJECT --inputs COUNT        the corpus, and so many inputs made of it by chance; SEED=n for the same ones
///     fuzz SUBJECT FILE…                 these inputs
///     fuzz --list                        what there is
import Foundation
import FuzzSubjects
import TestSupport

/// The one that the first argument names.
func chosenSubject() -> (name: String, Subject) {
  guard let name = CommandLine.arguments.dropFirst().first, let subject = Subject.named(name) else {
    fail("fuzz: the first argument is one of \(Subject.all.map(\.name).joined(separator: ", "))")
  }
  return (name, subject)
}

func fail(_ text: String) -> Never {
  FileHandle.standardError.write(Data((text + "\n").utf8))
  exit(64)
}

/// Files below a folder of the repository, each a whole input.
func inputs(below folder: String) -> [[UInt8]] {
  let root = Repository.root.appendingPathComponent(folder)
  let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
  return names.sorted().compactMap { name in
    guard name != "README.md" else { return nil }
    return (try? Data(contentsOf: root.appendingPathComponent(name))).map(Array.init)
  }
}

#if !GUIDED
  @main
#endif
struct Fuzz {
  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    if arguments == ["--list"] {
      print(Subject.all.map(\.name).joined(separator: "\n"))
      exit(0)
    }
    let (name, subject) = chosenSubject()
    arguments.removeFirst()
    let corpus = subject.inputFolders.flatMap { inputs(below: $0) }.filter { $0.count <= subject.bytesMax }

    if arguments.first == "--inputs", arguments.count == 2, let count = Int(arguments[1]) {
      for input in corpus { subject.run(input) }
      let seed = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init) ?? 1
      var mutations = Mutations(of: corpus, for: subject, seed: seed)
      // The one at work is in a file, so that it is found when the process dies.
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("fuzz-\(name)-\(seed)")
      for _ in 0..<count {
        let input = mutations.next()
        try Data(input).write(to: file)
        subject.run(input)
      }
      try? FileManager.default.removeItem(at: file)
      print("\(name): \(corpus.count) inputs of the corpus, \(count) made of them")
      exit(0)
    }
    if let first = arguments.first, !first.hasPrefix("-") {
      for path in arguments {
        guard let data = FileManager.default.contents(atPath: path) else { fail("fuzz: \(path) cannot be read") }
        subject.run(Array(data))
      }
      exit(0)
    }
    fail("fuzz: --inputs COUNT, or files; looking at what is reached takes another build: make fuzz")
  }
}
