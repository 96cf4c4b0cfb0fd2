// What `tail --json` has written, to be done again: what clients have changed is set again, at the same distances in time, and what
// followed from it follows once more.
import Wire

struct CapturedTail {
  struct Commit {
    /// Where it stands in the file.
    let line: Int
    let change: SubscriptionEvent.Change

    /// What has to be set again.
    var inputs: [PathChange] { change.inputs }

    /// What somebody set for it is not among what was let through.
    var lacksInput: Bool { change.isAsked && inputs.isEmpty && !happened.isEmpty }

    /// What came later of a request that set nothing itself: a call of a method that waits, or source with a task. It would
    /// have to be asked again.
    var isOfCall: Bool {
      guard inputs.isEmpty, !happened.isEmpty, change.cause?.of == nil, let asked = change.cause?.asked else {
        return false
      }
      return SubscriptionEvent.Change.isClient(asked.by)
    }

    /// Without what came to be.
    var happened: [PathChange] { Self.happened(change) }

    static func happened(_ change: SubscriptionEvent.Change) -> [PathChange] {
      change.changes.filter { $0.op != .set || $0.old != nil }
    }

    /// What is compared: not when, for whom and with which number.
    var text: String { Self.text(change) }

    static func text(_ change: SubscriptionEvent.Change) -> String {
      let changes = JSONValue.array(
        happened(change).map { each in
          .object(
            [.init("path", .string(each.path)), .init("op", .string(each.op.rawValue))]
              + (each.value.map { [.init("value", $0)] } ?? []))
        }
      )
      return JSONValue.object([.init("changes", changes)]).description
    }
  }

  let commits: [Commit]
  /// What was let through, and for which condition.
  private(set) var paths = ["**"]
  private(set) var condition: String?
  /// Whether the last line is not whole, and so is left out.
  private(set) var isCut = false

  /// - Returns: nil if the text is something else.
  init?(_ text: String, in file: String) throws(UsageError) {
    var commits: [Commit] = []
    var parser = JSONParser()
    let rows = text.split(separator: "\n")
    for (index, row) in rows.enumerated() {
      guard let object = try? JSONValue(parsing: String(row)), let type = object["type"]?.string else {
        if index == 0 { return nil }
        // Whoever wrote it was killed.
        if index == rows.count - 1, text.last != "\n" {
          isCut = true
          break
        }
        throw Self.wrong("this is no line of a tail", file, index)
      }
      if index == 0, type == "record" { return nil }
      switch type {
      case "change":
        guard let root = try? parser.parse(String(row)).root,
          let change = try? SubscriptionEvent.Change(json: root, strict: false)
        else {
          throw Self.wrong("this is no change", file, index)
        }
        guard change.merged == 1, change.changes.allSatisfy({ $0.op == .set && $0.value != nil || $0.op == .remove })
        else {
          throw Self.wrong("several commits in one, or a part of a value, cannot be done again", file, index)
        }
        commits.append(Commit(line: index + 1, change: change))
      case "following":
        paths = object["paths"]?.array?.compactMap(\.string) ?? paths
        condition = object["when"]?.string
      // What was before the beginning is no part of it.
      case "gap" where commits.isEmpty && object["from"]?.int == 0: break
      case "gap": throw Self.wrong("what was lost here cannot be done again", file, index)
      default: break
      }
    }
    guard let first = commits.first else {
      throw UsageError("\(file) has no change", hint: Self.hint, status: 65)
    }
    guard commits.contains(where: { $0.change.cause != nil }) else {
      throw Self.wrong("without causes nobody knows what was asked for", file, first.line - 1)
    }
    if let commit = commits.first(where: \.lacksInput) {
      throw UsageError(
        "\(file):\(commit.line): what this followed from was not let through, so that it cannot be set again",
        hint: "combinectl tail --json without a path has everything", status: 65)
    }
    if let commit = commits.first(where: \.isOfCall), let asked = commit.change.cause?.asked {
      let request = asked.req.map { ", request \($0)" } ?? ""
      throw UsageError(
        "\(file):\(commit.line): this came of what \(asked.by)\(request) called, which a tail has nothing of",
        hint: "combinectl record writes down what is asked, and its files can be replayed", status: 65)
    }
    // What the program declares is there before anything is set.
    self.commits = commits.filter { !$0.happened.isEmpty }
    guard !self.commits.isEmpty else {
      throw UsageError("\(file) has no change but what was declared", hint: Self.hint, status: 65)
    }
  }

  private static let hint = "combinectl tail --json > FILE writes such files"

  private static func wrong(_ what: String, _ file: String, _ index: Int) -> UsageError {
    UsageError("\(file):\(index + 1): \(what)", hint: hint, status: 65)
  }

  /// What the properties held that are set before they are set first.
  var before: [PathChange] {
    var seen: Set<String> = []
    var before: [PathChange] = []
    for commit in commits {
      let inputs = Set(commit.inputs.map(\.path))
      for var change in commit.happened where seen.insert(change.path).inserted {
        guard inputs.contains(change.path), let old = change.old else { continue }
        change.value = old
        before.append(change)
      }
    }
    return before
  }
}

extension SubscriptionEvent.Change {
  /// Whether somebody outside asked for it; if not, a timer or an answer from outside did.
  fileprivate var isAsked: Bool {
    cause.map { Self.isClient($0.by) } ?? false
  }

  /// Whether it is a session's name.
  fileprivate static func isClient(_ by: String) -> Bool {
    by.first == "c" && by.count > 1 && by.dropFirst().allSatisfy(\.isWholeNumber)
  }

  /// What has to be set again. A pipeline that assigns has the name of what it assigns to; what a `sink` has written is set
  /// again, too, and follows a second time, which changes nothing. What came to be had no value before: that is the program's.
  var inputs: [PathChange] {
    guard isAsked else { return [] }
    let derived = Set((cause?.via ?? []).map { String($0.prefix { $0 != "#" }) })
    return changes.filter { $0.op == .set && $0.old != nil && !derived.contains($0.path) }
  }
}
