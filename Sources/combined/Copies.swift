// Copies of the journal of a daemon that is not running: made for keeping, and put back.

internal import Glibc
internal import Journal
internal import Wire

struct Copies {
  private let options: Options
  private let directory: String
  private let journal: String

  init(_ options: Options, _ places: Places) {
    self.options = options
    directory = Places.absolute(options.state ?? places.state)
    journal = Places.journal(in: directory)
  }

  /// Does what the command line says, and tells what was done or why not.
  /// - Returns: the exit status.
  func run() -> Int32 {
    do throws(CopyError) {
      let (path, summary) = try copy()
      say(options.isJSON ? object(path, summary).description : lines(path, summary))
      return ExitStatus.done.rawValue
    } catch {
      let status = ExitStatus(error.kind).rawValue
      let object: JSONValue = [
        "error": ["message": .string(error.description), "data": ["kind": .string("\(error.kind)")]],
        "exitStatus": .int(Int(status)),
      ]
      complain(options.isJSON ? object.description : "combined: \(error)")
      return status
    }
  }

  /// - Returns: the file that was written.
  private func copy() throws(CopyError) -> (path: String, JournalSummary) {
    switch options.command {
    case .backUp(let file): return (file, try JournalFile.copy(journal, to: file))
    case .restore(let file):
      if let reason = Places.makeDirectory(directory) { throw CopyError(.place, reason) }
      return (
        journal,
        try JournalFile.restore(
          file, to: journal, with: StartFile.files(in: directory), replaces: options.isForced, suffix: Self.timestamp)
      )
    default: preconditionFailure("no copy is wanted")
    }
  }

  private func lines(_ path: String, _ summary: JournalSummary) -> String {
    let count = summary.declarations == 1 ? "1 declaration" : "\(summary.declarations) declarations"
    return "\(path): rev \(summary.revision), \(count), \(summary.bytes) bytes"
      + (summary.kept.map { "\nwhat was there is kept: \($0)" } ?? "")
  }

  private func object(_ path: String, _ summary: JournalSummary) -> JSONValue {
    let kept: [JSONValue.Member] = summary.kept.map { [.init("kept", .string($0))] } ?? []
    return .object(
      [
        .init("file", .string(path)), .init("rev", .int(summary.revision)),
        .init("declarations", .int(summary.declarations)), .init("bytes", .int(summary.bytes)),
      ] + kept)
  }

  /// Now, for names: `20261124T040105Z`.
  private static var timestamp: String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension ExitStatus {
  init(_ kind: CopyError.Kind) {
    switch kind {
    case .missing: self = .noInput
    case .unusable: self = .unusable
    case .inUse: self = .inUse
    case .exists, .place: self = .cannotCreate
    case .disk: self = .journal
    }
  }
}
