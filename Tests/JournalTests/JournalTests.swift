// What is appended is there again: after each turn, after reopening, whatever the thresholds.
import Engine
import Glibc
import Language
import TestSupport
import Testing

@testable import Journal

@Suite struct JournalTests {
  @Test func aNewJournalIsEmptyAndPrivate() throws {
    let directory = TemporaryDirectory()
    let journal = try Journal(path: directory.journal)
    #expect(try journal.load() == .empty)
    #expect(journal.oldestRevision == nil)
    #expect(try journal.commits(after: 0, limit: 10) == [])
    try journal.append([.epoch("k3f9")])
    for file in directory.files {
      var status = stat()
      stat(directory.path + "/" + file, &status)
      #expect(status.st_mode & 0o777 == 0o600, "\(file) is for its owner only")
    }
    #expect(
      directory.files == ["journal.sqlite", "journal.sqlite-mark", "journal.sqlite-wal"],
      "and there is no shared-memory file")
  }

  @Test(arguments: seeds(1...10, few: 3)) func agreesWithTheModelAfterEveryTurnAndReopening(seed: UInt64) throws {
    let directory = TemporaryDirectory()
    var workload = Workload(seed: seed)
    var model = Model()
    var journal: Journal? = try Journal(path: directory.journal, settings: .tiny)
    for turn in workload.turns(60) {
      try journal!.append(turn)
      model.apply(turn)
      #expect(try Model(reading: journal!) == model)
      switch Int.random(in: 0..<8, using: &workload.random) {
      case 0:  // as after a crash: nothing is closed in order
        journal = nil
        journal = try Journal(path: directory.journal, settings: .tiny)
      case 1:
        try journal!.close()
        journal = nil
        journal = try Journal(path: directory.journal, settings: .tiny)
      case 2: try journal!.tidy()
      default: continue
      }
      #expect(try Model(reading: journal!) == model)
      #expect(journal!.oldestRevision == model.commits.first?.revision)
    }
  }

  /// Wherever reading begins and ends, what is told is what the commits were; of lists as well that ended without a commit.
  @Test(arguments: seeds(21...28, few: 4)) func anyPieceOfTheLogIsThatOfTheWhole(seed: UInt64) throws {
    let directory = TemporaryDirectory()
    var workload = Workload(seed: seed)
    let turns = workload.turns(150)
    var settings = Journal.Settings.tiny
    settings.commitsBetweenTables = [5, 40, 4096][Int(seed % 3)]
    if seed % 4 == 0 { settings.commitsMax = 60 }
    var journal: Journal? = try Journal(path: directory.journal, settings: settings)
    for turn in turns { try journal!.append(turn) }
    var commits = Model(after: turns).commits
    for isReopened in [false, true] {
      if isReopened {
        journal = nil
        journal = try Journal(path: directory.journal, settings: settings)
      }
      let oldest = try #require(journal!.oldestRevision)
      commits.removeAll { $0.revision < oldest }
      for _ in 0..<60 {
        let after = Int.random(in: 0...commits[commits.count - 1].revision, using: &workload.random)
        let limit = Int.random(in: 1...12, using: &workload.random)
        #expect(
          try journal!.log(after: after, limit: limit) == Array(commits.drop { $0.revision <= after }.prefix(limit)),
          "seed \(seed), \(limit) after \(after)")
      }
    }
  }

  @Test func theUsualThresholdsGiveTheSameAsTheTinyOnes() throws {
    let directory = TemporaryDirectory()
    var workload = Workload(seed: 11)
    let turns = workload.turns(300)
    let journal = try Journal(path: directory.journal)
    for turn in turns { try journal.append(turn) }
    #expect(try Model(reading: journal) == Model(after: turns))
  }

  @Test func aForgottenPathIsNotBroughtBackByTheLog() throws {
    let directory = TemporaryDirectory()
    var journal: Journal? = try Journal(path: directory.journal)
    try journal!.append([.epoch("a"), .commit(commit(1, "x", 1)), .commit(commit(2, "y", 1))])
    try journal!.append([.forget(path: "x")])
    try journal!.append([.commit(commit(3, "y", 2)), .forget(path: "y"), .commit(commit(4, "y", 3))])
    journal = nil
    journal = try Journal(path: directory.journal)
    #expect(try journal!.contents().values == [kept(4, "y", 3)])
    #expect(try journal!.contents().revision == 4)
    #expect(try journal!.log(after: 0, limit: 9).count == 4, "history still knows the path")
  }

  @Test func aSecondEpochEndsTheHistoryAndKeepsValuesAndRevision() throws {
    let directory = TemporaryDirectory()
    var journal: Journal? = try Journal(path: directory.journal)
    try journal!.append([.epoch("a"), .commit(commit(1, "x", 1))])
    try journal!.append([.commit(commit(2, "x", 2)), .epoch("b"), .commit(commit(3, "y", 1))])
    journal = nil
    journal = try Journal(path: directory.journal)
    let contents = try journal!.contents()
    #expect(contents.epoch == "b" && contents.revision == 3)
    #expect(contents.values == [kept(2, "x", 2), kept(3, "y", 1)])
    #expect(try journal!.log(after: 0, limit: 9).map(\.revision) == [3])
    #expect(journal!.oldestRevision == 3)
  }

  @Test func theLogIsReadFromAnyRevisionInPieces() throws {
    let directory = TemporaryDirectory()
    let journal = try Journal(path: directory.journal)
    var revision = 0
    for size in [1, 3, 1, 5, 2] {  // turns of several commits: a revision may lie inside a row
      try journal.append(
        (0..<size).map { _ in
          revision += 1
          return .commit(commit(revision, "x", revision))
        })
    }
    for after in 0...13 {
      for limit in [0, 1, 2, 100] {
        let expected = Array(((after + 1)..<14).prefix(limit)).filter { $0 <= 12 }
        #expect(try journal.log(after: after, limit: limit).map(\.revision) == expected)
      }
    }
  }

  /// Of a long list the log has what was edited, from which each commit is made again, wherever reading begins.
  @Test func editsOfALongListAreReadFromAnyRevision() throws {
    let directory = TemporaryDirectory()
    var journal: Journal? = try Journal(path: directory.journal)
    var random = SeededRandom(seed: 3)
    var list = PortableList((0..<2000).map { .string("the element of number \($0)") })
    var commits: [CommitRecord] = []
    var value: PortableValue?
    for revision in 1...1500 {
      let old = value
      let at = Int.random(in: 0..<list.count, using: &random)
      switch revision % 4 {
      case 0: list.insert(.string("inserted \(revision)"), at: at)
      case 1: list.insert(list.remove(at: at), at: Int.random(in: 0..<list.count, using: &random))
      case 2: list.remove(at: at)
      default: list[at] = .string("set \(revision)")
      }
      value = .list(list)
      let commit = CommitRecord(
        revision: revision, at: revision, cause: Cause(by: "c1"),
        changes: [.init(path: "shelf.books", value: value, old: old, version: revision)])
      commits.append(commit)
      try journal!.append([.commit(commit)])
      // Reopened: what came before is not remembered.
      if revision == 700 {
        journal = nil
        journal = try Journal(path: directory.journal)
      }
    }
    for (after, limit) in [(0, 3), (1, 1), (699, 3), (1030, 200), (1499, 9), (0, 2000)] {
      #expect(try journal!.log(after: after, limit: limit) == Array(commits.dropFirst(after).prefix(limit)))
    }
    #expect(try journal!.contents().values.map(\.value) == [value])
    journal = nil
    let bytes = try Database(path: directory.journal).integer("SELECT sum(length(body)) FROM log")
    #expect(bytes < 1500 * 2000 * 6, "each of them would have the list twice, of thirty bytes an element")
    journal = try Journal(path: directory.journal)
    #expect(try journal!.contents().values.map(\.value) == [value])
    #expect(try journal!.log(after: 0, limit: .max) == commits)
  }

  /// Two long lists in one commit, of which one alone is looked for further on.
  @Test func editsOfSeveralPathsAreReadApart() throws {
    let directory = TemporaryDirectory()
    let journal = try Journal(path: directory.journal)
    var lists = [PortableList((0..<900).map { .int($0) }), PortableList((0..<900).map { .int(-$0) })]
    var commits: [CommitRecord] = []
    func commit(_ numbers: Int...) throws {
      let revision = commits.count + 1
      let changes = numbers.map { number in
        let old = lists[number]
        if revision > 1 { lists[number].remove(at: 5) }
        return CommitRecord.Change(
          path: "list\(number)", value: .list(lists[number]), old: revision == 1 ? nil : .list(old), version: revision)
      }
      commits.append(CommitRecord(revision: revision, at: revision, cause: Cause(by: "c1"), changes: changes))
      try journal.append([.commit(commits.last!)])
    }
    try commit(0, 1)
    try commit(0)
    try commit(0, 1)
    for _ in 0..<5 { try commit(1) }
    try commit(0)
    for after in 0..<commits.count {
      for limit in 1...3 {
        #expect(try journal.log(after: after, limit: limit) == Array(commits.dropFirst(after).prefix(limit)))
      }
    }
  }

  @Test func editsOfAForgottenListAreStillRead() throws {
    let directory = TemporaryDirectory()
    var journal: Journal? = try Journal(path: directory.journal)
    func change(_ revision: Int, _ value: PortableValue?, _ old: PortableValue?) -> CommitRecord {
      CommitRecord(
        revision: revision, at: revision, cause: Cause(by: "c1"),
        changes: [.init(path: "x", value: value, old: old, version: revision)])
    }
    let first = PortableList((0..<900).map { .int($0) })
    var second = first
    second[7] = .string("edited")
    var third = second
    third.remove(at: 500)
    let other = PortableValue.list(PortableList((0..<900).map { .int(-$0) }))
    let commits = [
      change(1, .list(first), nil), change(2, .list(second), .list(first)), change(3, .list(third), .list(second)),
      change(4, other, nil),
    ]
    try journal!.append([.epoch("a")] + commits[..<3].map { .commit($0) } + [.forget(path: "x")])
    #expect(try journal!.log(after: 0, limit: 9) == Array(commits[..<3]))
    #expect(try journal!.contents().values == [])
    try journal!.append([.commit(commits[3])])
    #expect(try journal!.log(after: 0, limit: 9) == commits)
    journal = nil
    journal = try Journal(path: directory.journal)
    #expect(try journal!.log(after: 1, limit: 2) == Array(commits[1..<3]))
  }

  @Test func oldCommitsAreForgottenByNumber() throws {
    let directory = TemporaryDirectory()
    var settings = Journal.Settings.tiny
    settings.commitsMax = 20
    var journal: Journal? = try Journal(path: directory.journal, settings: settings)
    for revision in 1...200 {
      try journal!.append([.commit(commit(revision, "x\(revision % 7)", revision))])
      let kept = try journal!.log(after: 0, limit: .max).map(\.revision)
      #expect(kept == Array((kept.first ?? revision)...revision), "no holes")
      #expect(kept.count >= min(revision, 20) && kept.count <= 20 + settings.commitsBetweenTables)
      #expect(journal!.oldestRevision == kept.first)
    }
    #expect(journal!.oldestRevision! > 170)
    let values = try journal!.contents().values
    journal = nil
    journal = try Journal(path: directory.journal, settings: settings)
    #expect(try journal!.contents().values == values, "values outlive the commits that made them")
  }

  @Test func oldCommitsAreForgottenBySize() throws {
    let directory = TemporaryDirectory()
    var settings = Journal.Settings.tiny
    settings.logBytesMax = 10_000
    let journal = try Journal(path: directory.journal, settings: settings)
    let big = PortableValue.string(String(repeating: "v", count: 1000))
    for revision in 1...100 {
      let change = CommitRecord.Change(path: "x", value: big, old: nil, version: revision)
      try journal.append([.commit(CommitRecord(revision: revision, at: 0, cause: Cause(by: "c1"), changes: [change]))])
    }
    let kept = try journal.log(after: 0, limit: .max).count
    #expect(kept >= 9 && kept <= 10 + settings.commitsBetweenTables)
    // One that is larger than everything allowed is still kept: the newest commit is always there.
    let huge = CommitRecord.Change(
      path: "y", value: .string(String(repeating: "v", count: 50_000)), old: nil, version: 1)
    try journal.append([
      .commit(CommitRecord(revision: 101, at: 0, cause: Cause(by: "c1"), changes: [huge])), .forget(path: "x"),
    ])
    #expect(try journal.log(after: 0, limit: .max).map(\.revision) == [101])
  }

  private func large(_ revision: Int) -> JournalRecord {
    let change = CommitRecord.Change(
      path: "x", value: .string(String(repeating: "v", count: 1000)), old: nil, version: revision)
    return .commit(CommitRecord(revision: revision, at: 0, cause: Cause(by: "c1"), changes: [change]))
  }

  /// A few large commits are not left to a later one that has to forget them all.
  @Test func muchIsForgottenAsItComes() throws {
    var settings = Journal.Settings()
    settings.logBytesMax = 10_000
    settings.bytesBetweenTables = 3000
    let journal = try Journal(path: ":memory:", settings: settings)
    for revision in 1...100 {
      try journal.append([large(revision)])
      #expect(revision - (try #require(journal.oldestRevision)) <= 9 + 3)
    }
    #expect(try journal.contents().values.map(\.revision) == [100])
  }

  /// What another version or other settings have left goes in portions.
  @Test func notAllIsForgottenAtOnce() throws {
    let directory = TemporaryDirectory()
    var journal: Journal? = try Journal(path: directory.journal)
    for revision in 1...60 { try journal!.append([large(revision)]) }
    journal = nil
    var settings = Journal.Settings()
    (settings.logBytesMax, settings.bytesBetweenTables, settings.bytesForgottenMax) = (10_000, 1, 20_000)
    journal = try Journal(path: directory.journal, settings: settings)
    var oldest: [Int] = []
    for revision in 61...65 {
      try journal!.append([large(revision)])
      oldest.append(try #require(journal!.oldestRevision))
      #expect(try journal!.log(after: 0, limit: .max).map(\.revision) == Array(oldest.last!...revision))
    }
    #expect(oldest == [20, 39, 54, 55, 56])
    // One that is larger than a portion goes as well.
    settings.bytesForgottenMax = 10
    journal = nil
    journal = try Journal(path: directory.journal, settings: settings)
    try journal!.append([large(66)])
    #expect(journal!.oldestRevision == 57)
  }

  @Test func ofLargeCommitsFewAreReadAtOnce() throws {
    let journal = try Journal(path: ":memory:")
    for revision in 1...20 { try journal.append([large(revision)]) }
    #expect(try journal.log(after: 3, limit: 10, bytes: 3500).map(\.revision) == [4, 5, 6, 7])
    #expect(try journal.log(after: 3, limit: 2, bytes: 3500).map(\.revision) == [4, 5])
    #expect(try journal.log(after: 18, limit: 10, bytes: 0).map(\.revision) == [19])
  }

  @Test func inMemoryItWorksAndLeavesNothing() throws {
    let journal = try Journal(path: ":memory:", settings: .tiny)
    var workload = Workload(seed: 5)
    let turns = workload.turns(50)
    for turn in turns { try journal.append(turn) }
    try journal.sync()
    try journal.tidy()
    #expect(try Model(reading: journal) == Model(after: turns))
    try journal.close()
    #expect(access(":memory:", F_OK) != 0)
  }

  private func commit(_ revision: Int, _ path: String, _ version: Int) -> CommitRecord {
    CommitRecord(
      revision: revision, at: revision, cause: Cause(by: "c1"),
      changes: [.init(path: path, value: .int(revision), old: nil, version: version)])
  }

  private func kept(_ revision: Int, _ path: String, _ version: Int) -> KeptValue {
    KeptValue(path: path, value: .int(revision), revision: revision, at: revision, version: version)
  }
}
