// What libFuzzer, which is the program in builds with `--sanitize=fuzzer -DGUIDED`, calls: once before it begins, and with each
// input. `fuzz SUBJECT [OPTION…]`: what reaches something new is kept in .build/fuzz-corpus/SUBJECT, a finding beside it.
#if GUIDED
  import Foundation
  import FuzzSubjects
  import TestSupport

  nonisolated(unsafe) private var subject = Subject.all[0]

  /// Takes the subject's name from the arguments, and adds what belongs to it.
  @_cdecl("LLVMFuzzerInitialize")
  public func prepare(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
  ) -> Int32 {
    let name: String
    (name, subject) = chosenSubject()
    let files = FileManager.default
    let found = Repository.root.appendingPathComponent(".build/fuzz-corpus/\(name)")
    let words = found.deletingLastPathComponent().appendingPathComponent("\(name).words")
    do {
      try files.createDirectory(at: found, withIntermediateDirectories: true)
      try subject.words.map { word in
        "\"" + word.utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\"\n"
      }.joined().write(to: words, atomically: true, encoding: .utf8)
    } catch { fail("fuzz: \(error)") }
    var options = [
      CommandLine.arguments[0], "-max_len=\(subject.bytesMax)", "-timeout=20", "-rss_limit_mb=4096",
      "-artifact_prefix=\(found.path)-finding-",
    ]
    if !subject.words.isEmpty { options.append("-dict=\(words.path)") }
    let given = CommandLine.arguments.dropFirst(2)
    options += given
    if given.allSatisfy({ $0.hasPrefix("-") }) {
      let folders = subject.inputFolders.map { Repository.root.appendingPathComponent($0).path }
      options += [found.path] + folders.filter { files.fileExists(atPath: $0) }
    }
    let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: options.count + 1)
    for (place, option) in options.enumerated() { pointers[place] = strdup(option) }
    pointers[options.count] = nil
    count.pointee = Int32(options.count)
    arguments.pointee = pointers
    return 0
  }

  @_cdecl("LLVMFuzzerTestOneInput")
  public func tryOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    subject.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  }
#endif
