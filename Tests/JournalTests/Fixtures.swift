// What the tests of this module share: directories that go away, seeded records, and a model of what a journal must hold.
import Engine
import EngineSupport
import Glibc
import Language
import TestSupport

@testable import Journal

/// The whole of a file; empty when there is none.
func bytes(of path: String) -> [UInt8] {
  let fd = open(path, O_RDONLY)
  guard fd >= 0 else { return [] }
  defer { close(fd) }
  var result = [UInt8](repeating: 0, count: Int(lseek(fd, 0, SEEK_END)))
  let count = pread(fd, &result, result.count, 0)
  precondition(count == result.count, "\(path) could not be read")
  return result
}

func write(_ bytes: [UInt8], to path: String) {
  let fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  precondition(fd >= 0 && Glibc.write(fd, bytes, bytes.count) == bytes.count, "\(path) could not be written")
  close(fd)
}

extension PortableValue {
  static func random(using random: inout SeededRandom, depth: Int = 0) -> PortableValue {
    switch Int.random(in: 0..<(depth < 3 ? 9 : 6), using: &random) {
    case 0: .null
    case 1: .bool(Bool.random(using: &random))
    case 2: .int([0, -1, 1, .max, .min, 1 << 53].randomElement(using: &random)!)
    case 3: .int(Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0..<64, using: &random))
    case 4: .double([0, -0.0, 0.1, .infinity, .leastNonzeroMagnitude, 1e300].randomElement(using: &random)!)
    case 5:
      .string(["", "ada", "ÿ€😀", "line\nline", String(repeating: "x", count: 300)].randomElement(using: &random)!)
    case 6, 7:
      .list((0..<Int.random(in: 0..<4, using: &random)).map { _ in .random(using: &random, depth: depth + 1) })
    default:
      .record(
        (0..<Int.random(in: 0..<4, using: &random)).map {
          Field("field\($0)", .random(using: &random, depth: depth + 1))
        })
    }
  }
}

/// Turns as the engine would hand them over: commits with consecutive revisions, and now and then something else.
struct Workload {
  var random: SeededRandom
  var revision = 0
  var versions: [String: Int] = [:]
  var values: [String: PortableValue] = [:]
  var order = 0

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func turns(_ count: Int) -> [[JournalRecord]] {
    [[.epoch("k3f9")]] + (1..<count).map { _ in turn() }
  }

  mutating func turn() -> [JournalRecord] {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in
      switch Int.random(in: 0..<24, using: &random) {
      case 0..<15: return .commit(commit())
      case 15, 16:
        order += 1
        return .declare(declaration(order))
      case 17: return order == 0 ? .commit(commit()) : .declare(declaration(Int.random(in: 1...order, using: &random)))
      case 18: return .withdraw(order: Int.random(in: 0...order, using: &random))
      case 23: return .lead(Int.random(in: 0..<1 << 50, using: &random))
      case 20...22:
        let value: PortableValue? = Int.random(in: 0..<4, using: &random) == 0 ? nil : .random(using: &random)
        return .hold(path: "variable\(Int.random(in: 0..<5, using: &random))", value: value)
      case 19 where Bool.random(using: &random):
        let isLong = Int.random(in: 0..<3, using: &random) == 0
        let path = isLong ? "long.list0" : "store0.property\(Int.random(in: 0..<3, using: &random))"
        versions[path, default: 0] += 1
        values[path] = isLong ? .list((0..<400).map { .int($0) }) : .random(using: &random)
        return .keep(KeptValue(path: path, value: values[path]!, revision: revision, at: 7, version: versions[path]!))
      default:
        guard let path = values.keys.sorted().randomElement(using: &random) else { return .commit(commit()) }
        values[path] = nil
        return .forget(path: path)
      }
    }
  }

  mutating func commit() -> CommitRecord {
    revision += 1
    let paths = Set((0..<Int.random(in: 1...3, using: &random)).map { _ in Int.random(in: 0..<8, using: &random) })
    let changes =
      paths.sorted().map { number -> CommitRecord.Change in
        let path = "store\(number / 3).property\(number)"
        let old = values[path]
        let value: PortableValue? = Int.random(in: 0..<12, using: &random) == 0 ? nil : .random(using: &random)
        versions[path, default: 0] += 1
        values[path] = value
        return CommitRecord.Change(
          path: path, value: value, old: old, version: versions[path]!, isWatchable: number != 5)
      } + (Int.random(in: 0..<3, using: &random) == 0 ? [longList()] : [])
      + (Int.random(in: 0..<3, using: &random) == 0 ? [deepValue()] : [])
    var beginning = Cause(by: "c9", request: "7", note: revision % 2 == 0 ? "later" : nil)
    if revision % 4 == 1 { beginning = told(beginning, revision / 4) }
    var cause = Cause(
      by: "c\(revision % 3)", request: revision % 2 == 0 ? "42" : nil, of: revision % 3 == 0 ? revision - 1 : nil,
      via: revision % 4 == 0 ? ["pipe:smooth", "pipe:rough"] : [], note: revision % 5 == 0 ? "too cold" : nil,
      asked: revision % 3 == 0 || revision % 7 != 0
        ? nil : .init(beginning, at: revision * 1000))
    if revision % 3 == 1 { cause = told(cause, revision / 3) }
    return CommitRecord(revision: revision, at: 1_795_223_823_000_000_000 + revision, cause: cause, changes: changes)
  }

  /// What a cause may tell besides.
  private func told(_ cause: Cause, _ number: Int) -> Cause {
    var cause = cause
    if number % 2 == 0 { (cause.text, cause.place) = ("counter.n += 1", "setup.swift:3") }
    if number % 3 != 0 { cause.method = "store.set" }
    if number % 4 != 0 { cause.client = Cause.Client(name: "till", pid: number % 4 == 1 ? nil : 4711) }
    if number % 5 == 0 {
      (cause.task, cause.awaited) = (Location(file: "setup.swift", line: 12, column: 3), "GET https://a.test")
    }
    return cause
  }

  /// An edit of a list that is long enough to be kept as its edits, mostly.
  private mutating func longList() -> CommitRecord.Change {
    let path = "long.list\(Int.random(in: 0..<2, using: &random))"
    let old = values[path]
    var list: PortableList
    if case .list(let elements)? = old, Int.random(in: 0..<10, using: &random) > 0 {
      list = elements
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let at = Int.random(in: 0..<list.count - 50, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: list.insert(.random(using: &random), at: at)
        case 1: list.removeSubrange(at..<at + Int.random(in: 1...40, using: &random))
        case 2: list.insert(list.remove(at: at), at: Int.random(in: 0..<list.count, using: &random))
        default: list[at] = .random(using: &random)
        }
      }
    } else {
      list = PortableList((0..<Int.random(in: 200...900, using: &random)).map { .int($0) })
    }
    versions[path, default: 0] += 1
    values[path] = Int.random(in: 0..<15, using: &random) == 0 || list.count < 100 ? nil : .list(list)
    return CommitRecord.Change(
      path: path, value: values[path], old: old, version: versions[path]!, isWatchable: path != "long.list1")
  }

  /// An edit within a structure or a dictionary that is large enough to be kept as its edits, mostly.
  private mutating func deepValue() -> CommitRecord.Change {
    let path = Bool.random(using: &random) ? "deep.state" : "deep.table"
    let old = values[path]
    var value: PortableValue? = old ?? .large(named: path.hasSuffix("table"))
    if old != nil {
      for _ in 0..<Int.random(in: 1...3, using: &random) { value = value?.edited(using: &random) }
      if Int.random(in: 0..<15, using: &random) == 0 { value = nil }
    }
    versions[path, default: 0] += 1
    values[path] = value
    return CommitRecord.Change(path: path, value: value, old: old, version: versions[path]!)
  }

  private mutating func declaration(_ order: Int) -> DeclarationRecord {
    DeclarationRecord(
      order: order, names: order % 3 == 0 ? [] : ["Counter\(order)", "==="], file: "repl", line: order,
      text: "class Counter\(order) {}  // \(random.next() % 100) ÿ", isScript: order % 4 != 0)
  }
}

/// What a journal must hold after the turns it was given.
struct Model: Equatable {
  var contents = JournalContents.empty
  var commits: [CommitRecord] = []

  init() {}

  init(after turns: some Sequence<[JournalRecord]>) {
    for turn in turns { apply(turn) }
  }

  mutating func apply(_ turn: [JournalRecord]) {
    for record in turn {
      contents.take(record)
      switch record {
      case .epoch: commits = []
      case .commit(let commit): commits.append(commit)
      case .declare, .withdraw, .forget, .keep, .hold, .lead: break
      }
    }
    contents.values.sort { $0.path < $1.path }
  }

  /// What `journal` holds; its whole log.
  init(reading journal: Journal) throws {
    contents = try journal.contents()
    commits = try journal.log(after: 0, limit: .max)
  }
}

extension Journal.Settings {
  /// So small that a short workload meets every path: tables written, log pruned, write-ahead log moved.
  static var tiny: Journal.Settings {
    var settings = Journal.Settings()
    settings.commitsBetweenTables = 5
    settings.pathsBetweenTables = 6
    settings.logPagesMax = 12
    settings.logPagesIdle = 4
    return settings
  }
}

extension PortableValue {
  /// A structure with lists in it, or a dictionary of them.
  static func large(named isTable: Bool) -> PortableValue {
    let rows = (0..<40).map { row in
      Field("k\(1000 + row)", .list(PortableList((0..<12).map { .string("the cell \(row) \($0)") })))
    }
    if isTable { return .record(rows) }
    let list = (0..<300).map {
      PortableValue.record([Field("id", .int($0)), Field("title", .string("element \($0)"))])
    }
    return .record([
      Field("name", .string("state")), Field("list", .list(PortableList(list))), Field("table", .record(rows)),
      Field("inner", .list([.record([Field("rows", .list(PortableList(list)))]), .null])),
    ])
  }

  /// Another value in one place, or one more, or one less.
  func edited(using random: inout SeededRandom) -> PortableValue {
    switch self {
    case .record(var fields) where !fields.isEmpty:
      let place = Int.random(in: 0..<fields.count, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: fields.insert(Field("n\(random.next() % 1_000_000)", .random(using: &random)), at: place)
      case 1 where fields.count > 30: fields.remove(at: place)
      case 2: fields[place].value = .random(using: &random)
      default: fields[place].value = fields[place].value.edited(using: &random)
      }
      return .record(fields)
    case .list(var list) where !list.isEmpty:
      let place = Int.random(in: 0..<list.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: list.insert(.random(using: &random), at: place)
      case 1: list.remove(at: place)
      default: list[place] = list[place].edited(using: &random)
      }
      return .list(list)
    default: return .random(using: &random)
    }
  }
}
