// The lines of a session that was written down.
import Glibc
import Wire

/// One line of a record.
enum RecordedLine: Equatable {
  case head(JSONValue)
  case request(RequestID, method: String, JSONValue?)
  case cancel(RequestID)
  /// What came of it.
  case came(text: String)

  static let version = 1

  static func head(seed: Int) -> RecordedLine {
    .head([
      "type": "record", "version": .int(version), "combined": .string(Combinectl.version), "seed": .int(seed),
    ])
  }

  /// What all that was random followed from. Records had none at first: then any will do.
  static func seed(of lines: [RecordedLine]) -> Int {
    guard case .head(let object)? = lines.first else { return 0 }
    return object["seed"]?.int ?? 0
  }

  static func came(_ object: JSONValue) -> RecordedLine { .came(text: object.description) }

  var text: String {
    switch self {
    case .head(let object): object.description
    case .request(let id, let method, let params):
      JSONValue.object(
        [.init("type", "request"), .init("id", JSONValue(id)), .init("method", .string(method))]
          + (params.map { [.init("params", $0)] } ?? [])
      ).description
    case .cancel(let id): JSONValue.object([.init("type", "cancel"), .init("id", JSONValue(id))]).description
    case .came(let text): text
    }
  }

  /// A file that is no record is somebody's: the script itself, say, where the record's name was forgotten.
  /// A record is what somebody wanted to keep.
  static func mayReplace(_ file: String, isForced: Bool) throws(UsageError) {
    var status = stat()
    guard stat(expandingTilde(file), &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let first = (try? readFile(file))?.split(separator: "\n").first
    else { return }
    guard (try? JSONValue(parsing: String(first)))?["type"] != "record" else {
      guard !isForced else { return }
      throw UsageError("\(file) is a record already", hint: "name another file, or replace it with --force", status: 73)
    }
    throw UsageError(
      "\(file) is there already, and is no record", hint: "name the record first, and then the scripts", status: 73)
  }

  /// The lines of a record, and whether the last one was left out since it is not whole: whoever wrote it was killed.
  static func all(of text: String, in file: String) throws(UsageError) -> (lines: [RecordedLine], isCut: Bool) {
    var lines: [RecordedLine] = []
    var rows = text.split(separator: "\n")
    let isCut = rows.count > 1 && text.last != "\n" && (try? JSONValue(parsing: String(rows[rows.count - 1]))) == nil
    if isCut { rows.removeLast() }
    for (index, row) in rows.enumerated() {
      func wrong(_ what: String) -> UsageError {
        UsageError(
          "\(file):\(index + 1): \(what)", hint: "combinectl record FILE writes such files", status: 65)
      }
      guard let object = try? JSONValue(parsing: String(row)), let type = object["type"]?.string else {
        throw wrong("this is no line of a record")
      }
      if index == 0 {
        guard type == "record" else { throw wrong("this is no record") }
        guard object["version"] == .int(version) else {
          throw wrong(
            "this record is of version \(object["version"]?.description ?? "?"), and \(version) is known here")
        }
        lines.append(.head(object))
        continue
      }
      switch type {
      case "request":
        guard let id = object["id"]?.int, let method = object["method"]?.string else {
          throw wrong("a request has an id and a method")
        }
        lines.append(.request(.number(id), method: method, object["params"]))
      case "cancel":
        guard let id = object["id"]?.int else { throw wrong("what is cancelled has an id") }
        lines.append(.cancel(.number(id)))
      default: lines.append(.came(text: String(row)))
      }
    }
    guard !lines.isEmpty else { throw UsageError("\(file) is empty, and no record", status: 65) }
    return (lines, isCut)
  }
}
