// What the last starts did not survive. A declaration that ends the process when it is evaluated would end it at each
// start: so the daemon notes what it is about to evaluate, and a start that finds such a note knows what the one before it
// was doing when it ended. Once may be a coincidence, such as a kill; after the second time in a row it is left out, until
// it is declared anew or removed.

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
/// What is written has to survive the process, not the machine. Lines are added by one write each; anything else is
/// written to another file, which then takes the place of this one.
final class StartFile: StartRecord {
  /// What a start was doing.
  struct Step: Hashable {
    let order: Int
    /// Of the text: what was declared anew is something else.
    let mark: String

    /// What the declarations have set off: timers, tasks. Which one of them it was is not known.
    static let firstTurn = Step(order: 0, mark: "-")

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

  /// What it reads and writes in a directory.
  static func files(in directory: String) -> [String] { [directory + "/start", directory + "/start.new"] }

  private let path: String?
  private let isSafe: Bool
  private let log: Log
  /// The declarations that are left out.
  private var leftOut: [Step] = []
  /// Where the last start ended, and how many in a row.
  private var died: (step: Step, count: Int)?
  /// Where this start is.
  private var present: Step?
  /// The last start ended in the middle of something: what that was, as far as it is still declared, and what comes of it.
  private(set) var lastCrash: Problem?

  /// - Parameters:
  ///   - directory: where the journal is; nil where nothing is kept.
  ///   - isSafe: nothing is evaluated, because somebody wants it so.
  ///   - log: is told what is evaluated.
  init(in directory: String?, isSafe: Bool = false, log: Log = .silent) {
    self.log = log
    path = directory.map { $0 + "/start" }
    self.isSafe = isSafe
    guard let path, let text = Self.read(path) else { return }
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
    guard let run else { return }
    let count = died.map { $0.step == run ? $0.count + 1 : 1 } ?? 1
    died = (run, count)
    if run == .firstTurn {
      noteCrash(
        of: [], Location(file: "start", line: 1, column: 1),
        "right after everything was evaluated, in what that had set off")
    } else if count >= Self.deathsMax {
      leftOut.append(run)
    }
    rewrite()
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
    if let died, died.step == .firstTurn, died.count >= Self.deathsMax {
      return Omission(
        reason: "the daemon ended twice in a row right after that, in what it had set off",
        remedy: "declare anew or remove what sets off too much, then start the daemon again: it tries all of them",
        concernsAll: true)
    }
    return nil
  }

  func willEvaluate(_ record: DeclarationRecord) {
    begin(Step(record))
    log(.debug, "evaluating \(Self.paths(of: record)) at \(record.file):\(record.line)")
  }

  func didEvaluate() { if present != nil { begin(.firstTurn) } }

  func didSurvive() {
    present = nil
    // What was not tried was not survived.
    if !isSafe { died = nil }
    rewrite()
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
