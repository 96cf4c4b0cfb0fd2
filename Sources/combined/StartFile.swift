// What the last starts did not survive. A declaration that ends the process when it is evaluated would end it at each
// start: so the daemon notes what it is about to evaluate, and a start that finds such a note knows what the one before it
// was doing when it ended. Once may be a coincidence, such as a kill; after the second time in a row it is left out, until
// it is declared anew or removed.
//
// What declarations have set off may end the process later, and nobody can say which one it was: a process that ends by a
// signal of its own leaves a note of that. After the second within seconds of a start nothing is evaluated.

internal import Engine
internal import Glibc
internal import Language
internal import Server

/// A small file beside the journal, of lines of words. With the file only this knowledge would be lost.
///
///     out 7 c0ffee      the declaration with the order 7 and this text is left out
///     died 9 beef 1     the last start ended while this was evaluated, for the first time
///     run 9 beef        this start has begun to evaluate it; added at the end
///
/// Another file is open all the time, for the handler of the signals that end the process:
///
///     1 11 312          behind one end of the kind came another, by signal 11, 312 ms after the start
///
/// Its first word is written at the start, the others by the handler.
///
/// What is written has to survive the process, not the machine. Lines are added by one write each; anything else is
/// written to another file, which then takes the place of this one.
final class StartFile: StartRecord {
  /// What a start was doing.
  struct Step: Hashable {
    let order: Int
    /// Of the text: what was declared anew is something else.
    let mark: String

    /// What the declarations have set off: timers, tasks. Which one of them it was is not known.
    static let aftermath = Step(order: 0, mark: "-")

    init(order: Int, mark: String) {
      self.order = order
      self.mark = mark
    }

    init(_ record: DeclarationRecord) {
      order = record.order
      // FNV-1a, which is the same in every process.
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in record.text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      mark = String(hash, radix: 16)
    }

    var words: String { "\(order) \(mark)" }
  }

  /// After so many deaths in a row at the same step it is not taken any more.
  static let deathsMax = 2

  /// How long after the start an end by a signal of its own is taken for the doing of what was declared.
  static let aftermathMilliseconds = 10_000

  /// How a process has ended by a signal of its own.
  private struct Crash {
    /// How many others in a row have ended before it in what they had set off.
    var deathsBefore: Int
    var signal: Int32
    var milliseconds: Int

    /// `nil` if there was none: the handler has not written its part.
    init?(_ text: String) {
      guard text.contains("\n") else { return nil }
      let words = text.prefix { $0 != "\n" }.split(separator: " ")
      guard words.count == 3, let deaths = Int(words[0]), let signal = Int32(words[1]), let after = Int(words[2]) else {
        return nil
      }
      (deathsBefore, self.signal, milliseconds) = (deaths, signal, after)
    }

    var isEarly: Bool { milliseconds < aftermathMilliseconds }

    /// Continues "the last start ended".
    var moment: String {
      let names = [
        SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE",
        SIGSEGV: "SIGSEGV",
      ]
      let tenths = milliseconds / 100
      return "with \(names[signal] ?? "signal \(signal)"), \(tenths / 10).\(tenths % 10) s after it had begun"
    }
  }

  /// What it reads and writes in a directory.
  static func files(in directory: String) -> [String] {
    ["start", "start.new", "crash"].map { "\(directory)/\($0)" }
  }

  private let path: String?
  private let crashPath: String?
  /// Where the handler of the signals that end the process is to write; nil where nothing is kept.
  private(set) var crashDescriptor: Int32?
  private let isSafe: Bool
  private let log: Log
  /// The declarations that are left out.
  private var leftOut: [Step] = []
  /// Where the last start ended, and how many in a row.
  private var died: (step: Step, count: Int)?
  /// Where this start is.
  private var present: Step?
  /// The last start ended in the middle of something, or by a signal of its own: what that was, as far as it is still
  /// declared, and what comes of it.
  private(set) var lastCrash: Problem?

  /// - Parameters:
  ///   - directory: where the journal is; nil where nothing is kept.
  ///   - isSafe: nothing is evaluated, because somebody wants it so.
  ///   - log: called with a line for what is evaluated.
  init(in directory: String?, isSafe: Bool = false, log: Log = .silent) {
    self.log = log
    path = directory.map { $0 + "/start" }
    crashPath = directory.map { $0 + "/crash" }
    self.isSafe = isSafe
    readStarts()
    openCrashFile()
  }

  deinit { if let crashDescriptor { close(crashDescriptor) } }

  private func readStarts() {
    guard let path, let crashPath else { return }
    let text = Self.read(path) ?? ""
    let crash = Crash(Self.read(crashPath) ?? "")
    var run: Step?
    // A line that was not written to its end has none.
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let words = line.split(separator: " ")
      guard words.count >= 3, let order = Int(words[1]) else { continue }
      let step = Step(order: order, mark: String(words[2]))
      switch words[0] {
      case "out": leftOut.append(step)
      case "died": if words.count == 4, let count = Int(words[3]) { died = (step, count) }
      case "run": run = step
      default: break
      }
    }
    guard run != nil || crash != nil else { return }
    if let crash, crash.isEarly, run == nil || run == .aftermath {
      died = (.aftermath, crash.deathsBefore + 1)
    } else if let run {
      died = (run, died.map { $0.step == run ? $0.count + 1 : 1 } ?? 1)
      if run != .aftermath, died!.count >= Self.deathsMax { leftOut.append(run) }
    }
    if run == nil || run == .aftermath {
      var moment = crash?.moment ?? "right after everything was evaluated"
      if let died, died.step == .aftermath, crash?.isEarly ?? true {
        moment += ", in what declarations had set off or somebody had asked for; "
        moment += died.count >= Self.deathsMax ? "nothing is evaluated now" : "after another time nothing is evaluated"
      }
      noteCrash(of: [], Location(file: "start", line: 1, column: 1), moment)
    }
    rewrite()
  }

  private func openCrashFile() {
    guard let crashPath else { return }
    let file = open(crashPath, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    Self.write("\(died?.step == .aftermath ? died!.count : 0) ", to: file)
    crashDescriptor = file
  }

  // MARK: What the engine asks and tells

  func omission(of record: DeclarationRecord) -> Omission? {
    let step = Step(record)
    if let died, died.step == step { tellOfCrash(in: record, died.count) }
    if isSafe {
      return Omission(
        reason: "the daemon was started with --safe",
        remedy: "start it without --safe, or declare one by one anew, or remove them", concernsAll: true)
    }
    if leftOut.contains(step) {
      return Omission(
        reason: "the daemon ended twice in a row while it was",
        remedy: "declare it anew, also as it is, or remove it")
    }
    if let died, died.step == .aftermath, died.count >= Self.deathsMax {
      return Omission(
        reason: "the daemon ended twice in a row within ten seconds of its start, in what that had set off",
        remedy: "see 'combinectl doctor', declare anew or remove what is to blame, then start the daemon again: "
          + "it tries all of them",
        concernsAll: true)
    }
    return nil
  }

  func willEvaluate(_ record: DeclarationRecord) {
    begin(Step(record))
    log(.debug, "evaluating \(Self.paths(of: record)) at \(record.file):\(record.line)")
  }

  func didEvaluate() { if present != nil { begin(.aftermath) } }

  func didSurvive() {
    present = nil
    // What was not tried was not survived.
    if !isSafe { died = nil }
    rewrite()
  }

  /// The process ends in order: there is nothing to tell of it.
  func didEnd() {
    if let crashPath { unlink(crashPath) }
  }

  func stillOmitted(_ orders: Set<Int>) {
    leftOut.removeAll { !orders.contains($0.order) }
    rewrite()
  }

  private func tellOfCrash(in record: DeclarationRecord, _ count: Int) {
    let next =
      count < Self.deathsMax && !isSafe
      ? "this may have had another reason, so it is evaluated once more" : "it is left out now"
    noteCrash(
      of: record.paths, Location(file: record.file, line: record.line, column: 1),
      "while \(Self.paths(of: record)) was evaluated; \(next)")
  }

  /// - Parameter moment: when the last start ended.
  private func noteCrash(of paths: [String], _ location: Location, _ moment: String) {
    lastCrash = Problem(names: paths, fault: Fault(message: "the last start ended \(moment)", location: location))
    log(.warning, "\(location): the last start ended \(moment)")
  }

  private static func paths(of record: DeclarationRecord) -> String {
    record.paths.map { "'\($0)'" }.joined(separator: ", ")
  }

  // MARK: The file

  private func begin(_ step: Step) {
    present = step
    guard let path else { return }
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    Self.write("run \(step.words)\n", to: file)
    close(file)
  }

  /// Everything but what this start is doing.
  private func rewrite() {
    guard let path else { return }
    var text = leftOut.map { "out \($0.words)\n" }.joined()
    if let died { text += "died \(died.step.words) \(died.count)\n" }
    guard !text.isEmpty else {
      unlink(path)
      return
    }
    let next = path + ".new"
    let file = open(next, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    let isWhole = Self.write(text, to: file)
    close(file)
    if isWhole { rename(next, path) } else { unlink(next) }
  }

  /// Whether all of it was written. A full disk costs the knowledge and nothing else.
  @discardableResult
  private static func write(_ text: String, to file: Int32) -> Bool {
    Glibc.write(file, text, text.utf8.count) == text.utf8.count
  }

  private static func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = Glibc.read(file, &chunk, chunk.count), count > 0 { bytes += chunk.prefix(count) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
