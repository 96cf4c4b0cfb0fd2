// Journals of each format there was, made by the daemon of its time (see `Formats/README.md`): each is opened and everything is
// found; a migration that fails leaves it as it was.
import CSQLite
import Engine
import EngineSupport
import Foundation
import Language
import TestSupport
import Testing

@testable import Journal

/// The journal of a format, in a directory of its own.
private func journal(ofFormat format: Int) throws -> TemporaryDirectory {
  let directory = TemporaryDirectory()
  let url = Repository.root.appendingPathComponent("Tests/JournalTests/Formats/\(format).sqlite")
  write([UInt8](try Data(contentsOf: url)), to: directory.journal)
  return directory
}

/// What is in the files beside what came with a later format.
private func expect(
  _ directory: TemporaryDirectory, ofFormat format: Int, vfs: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let journal = try Journal(path: directory.journal, settings: Journal.Settings(), vfs: vfs)
  let contents = try journal.contents()
  #expect(!contents.mayHaveLost && contents.damage == nil, sourceLocation: sourceLocation)
  var names = ["SignUp", "Item", "Todo", "signup", "todo", "double(_:)"]
  var revision = 6
  if format >= 2 {
    names += ["Counter", "counter"]
    revision += 2
  }
  if format >= 3 { names.append("count") }
  if format >= 4 {
    names += ["Shelf", "shelf"]
    revision += 2
  }
  if format >= 5 {
    names += ["Safe", "safe"]
    revision += 1
  }
  let declarations = contents.declarations
  #expect(declarations.flatMap(\.names) == names, sourceLocation: sourceLocation)
  #expect(
    declarations.map(\.namespace) == names.map { $0.lowercased() == "counter" ? "red" : "" },
    sourceLocation: sourceLocation)
  #expect(!declarations.contains { !$0.isScript }, sourceLocation: sourceLocation)
  #expect(
    declarations[3].text == "let signup = SignUp()" && declarations[3].file == "setup.swift"
      && declarations[3].line == 13, sourceLocation: sourceLocation)
  var values: [String: PortableValue] = [
    "signup.username": .string("ada"), "signup.isValid": .bool(true), "todo.price": .double(-2.25),
    "todo.note": .string("later"),
    "todo.items": .list([.record([.init("id", .int(7)), .init("title", .string("é"))])]),
  ]
  if format >= 2 { values["red.counter.n"] = .int(5) }
  var variables = format >= 3 ? ["count", "red.counter", "signup", "todo"] : []
  if format >= 4 { variables.insert("shelf", at: 2) }
  if format >= 5 { variables.insert("safe", at: 2) }
  let pages = (0..<300).map { PortableValue.int($0) }
  var edited = pages
  edited[7] = .int(-7)
  if format >= 4 { values["shelf.pages"] = .list(edited) }
  if format >= 5 { (values["safe.code"], values["safe.isOpen"]) = (.int(7), .bool(false)) }
  #expect(
    Dictionary(uniqueKeysWithValues: contents.values.map { ($0.path, $0.value) }) == values,
    sourceLocation: sourceLocation)
  #expect(
    contents.variables.keys.sorted() == variables, sourceLocation: sourceLocation)
  #expect(contents.revision == revision, sourceLocation: sourceLocation)
  let commits = try journal.log(after: 0, limit: .max)
  #expect(commits.map(\.revision) == Array(1...revision), sourceLocation: sourceLocation)
  #expect(
    commits.contains { $0.changes.contains { $0.path == "todo.price" && $0.old == .double(1.5) } },
    sourceLocation: sourceLocation)
  if format >= 4 {
    let change = CommitRecord.Change(path: "shelf.pages", value: .list(edited), old: .list(pages), version: 2)
    #expect(commits.contains { $0.changes == [change] }, sourceLocation: sourceLocation)
  }
  if format >= 5 {
    #expect(
      commits.last?.changes.map(\.path) == ["safe.code", "safe.isOpen"]
        && commits.last?.changes.map(\.isWatchable) == [false, true], sourceLocation: sourceLocation)
  }
}

@Suite struct FormatTests {
  private func format(_ directory: TemporaryDirectory) throws -> Int {
    try Database(path: directory.journal).integer("PRAGMA user_version")
  }

  @Test func thereIsAJournalOfEachFormat() throws {
    for format in 1...Schema.current {
      let directory = try journal(ofFormat: format)
      #expect(try self.format(directory) == format)
    }
  }

  @Test(arguments: 1...Schema.current) func eachIsOpenedAndEverythingIsThere(format: Int) throws {
    let directory = try journal(ofFormat: format)
    try expect(directory, ofFormat: format)
    #expect(try self.format(directory) == Schema.current)
    try expect(directory, ofFormat: format)
    let opened = try Journal(path: directory.journal)
    let change = CommitRecord.Change(path: "signup.username", value: .string("bob"), old: .string("ada"), version: 3)
    try opened.append([.commit(CommitRecord(revision: 100, at: 1, cause: Cause(by: "c1"), changes: [change]))])
    try opened.close()
    #expect(try Journal(path: directory.journal).contents().revision == 100)
  }

  /// A copy of an old one is one of the same format.
  @Test(arguments: 1...Schema.current) func eachIsCopiedAndRestored(format: Int) throws {
    let (directory, state) = (try journal(ofFormat: format), TemporaryDirectory())
    let before = bytes(of: directory.journal)
    _ = try JournalFile.copy(directory.journal, to: directory.path + "/copy")
    #expect(bytes(of: directory.journal) == before)
    _ = try JournalFile.restore(directory.path + "/copy", to: state.journal, replaces: false, suffix: "old")
    #expect(try self.format(state) == format)
    #expect(try Journal(path: state.journal).contents().declarations.count >= 6)
  }

  @Test(arguments: 1..<Schema.current) func aMigrationThatFailsLeavesTheFileAsItWas(format: Int) throws {
    let directory = try journal(ofFormat: format)
    let before = bytes(of: directory.journal)
    do {
      let database = try Database(path: directory.journal)
      #expect(throws: JournalError.self) {
        try Schema.migrate(database, with: Schema.migrations + ["DELETE FROM log; INSERT INTO nowhere VALUES (1)"])
      }
    }
    #expect(bytes(of: directory.journal) == before)
    try expect(directory, ofFormat: format)
  }
}

extension FaultTests {
  /// The disk fails at any write of a migration: nothing is lost, and the next start does it.
  @Test(arguments: 1..<Schema.current) func aMigrationMeetsAFullDisk(format: Int) throws {
    #expect(FaultyDisk.registered)
    for fault in [FaultyDisk.Fault.once(SQLITE_FULL), .dead, .torn] {
      var point = 0
      repeat {
        let directory = try journal(ofFormat: format)
        FaultyDisk.arm(after: point, fault)
        do {
          _ = try Journal(path: directory.journal, settings: Journal.Settings(), vfs: FaultyDisk.name).contents()
        } catch {
          #expect(FaultyDisk.struck)
        }
        let struck = FaultyDisk.struck
        FaultyDisk.heal()
        try expect(directory, ofFormat: format, vfs: FaultyDisk.name)
        point += 1
        guard struck else { break }
      } while point < 200
      #expect(point > 3 && point < 200, "\(point)")
    }
    FaultyDisk.heal()
  }
}
