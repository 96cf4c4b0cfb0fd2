// What is in memory of the commits, and what is read from storage because it is not.
import Language
import Testing

@testable import Engine

@Suite struct CommitLogTests {
  private func commit(_ revision: Int, _ value: PortableValue?, old: PortableValue? = nil) -> Commit {
    let record = CommitRecord(
      revision: revision, at: 0, cause: Cause(by: "c1"),
      changes: [.init(path: "a.b", value: value, old: old, version: revision)])
    return Commit(record: record, redacted: record, properties: ChangedProperties([nil]))
  }

  private func text(_ count: Int) -> PortableValue { .string(String(repeating: "x", count: count)) }

  private func revisions(_ log: CommitLog, _ through: Int) -> [Int] { (0...through).filter { log[$0] != nil } }

  @Test func holdsTheLatestByNumber() {
    var log = CommitLog(capacity: 3)
    for revision in 4...9 { log.append(commit(revision, .int(1))) }
    #expect(revisions(log, 12) == [7, 8, 9])
    #expect(log.oldestRevision == 7 && log.count == 3)
  }

  @Test func andByTheirSize() {
    var log = CommitLog(capacity: 100, bytesMax: 1000)
    for revision in 1...20 { log.append(commit(revision, text(300))) }
    #expect(revisions(log, 20) == [18, 19, 20])
    // One that is larger than all may be stays until there is another.
    log.append(commit(21, text(5000)))
    #expect(revisions(log, 21) == [21])
    for revision in 22...23 { log.append(commit(revision, .int(1))) }
    #expect(revisions(log, 23) == [22, 23])
    #expect(log.bytes < 100)
  }

  /// What was there before is held, too: the commit that set it may have gone.
  @Test func whatWasReplacedCounts() {
    var log = CommitLog(capacity: 100, bytesMax: 1000)
    for revision in 1...20 { log.append(commit(revision, revision % 2 == 0 ? nil : .int(0), old: text(300))) }
    #expect(log.count == 3)
  }

  @Test func anEditOfALongListCountsWhatItDoesNotShare() {
    var list = PortableList((0..<5000).map { PortableValue.int($0) })
    var log = CommitLog(capacity: 100, bytesMax: 4 * list.byteCount(apartFrom: []))
    for revision in 1...50 {
      let old = list
      list[revision * 90] = .int(-1)
      log.append(commit(revision, .list(list), old: .list(old)))
    }
    #expect(log.count == 50)
    for revision in 51...60 {
      let old = list
      list = PortableList(list.map { $0 })
      log.append(commit(revision, .list(list), old: .list(old)))
    }
    #expect(log.count <= 3)
    // In a part of a value, too.
    func record(_ list: PortableList) -> PortableValue { .record([.init("rows", .list(list)), .init("n", .int(1))]) }
    for revision in 61...100 {
      let old = list
      list[revision] = .int(-1)
      log.append(commit(revision, record(list), old: record(old)))
    }
    #expect(log.count >= 40)
  }

  /// Until the end of the turn nobody else has them.
  @Test func whatIsNotKeptYetStays() {
    var log = CommitLog(capacity: 100, bytesMax: 1000)
    for revision in 1...5 { log.append(commit(revision, text(900)), kept: 0) }
    #expect(log.count == 5)
    log.append(commit(6, text(900)), kept: 3)
    #expect(revisions(log, 6) == [4, 5, 6])
  }

  // MARK: Through the engine

  private static let source = """
    class Home: ObservableObject { @Published var text = "" }
    let home = Home()
    """

  private func world(_ storage: MemoryStorage) throws -> World {
    var limits = Engine.Limits()
    limits.commitBytesInMemory = 1000
    return try World(Self.source, storage: storage, limits: limits)
  }

  private func write(_ world: World) throws {
    for value in 1...9 {
      try world.set("home.text", .string(String(repeating: "\(value)", count: 300)))
      try world.engine.flush()
    }
  }

  @Test func whatMemoryHasNoRoomForComesFromStorage() throws {
    let world = try world(MemoryStorage())
    try world.watch("home.text", mode: .every, snapshot: false)
    _ = world.events()
    try write(world)
    #expect(world.engine.delivery.log.oldestRevision == 10)
    #expect(world.events().map { $0.prefix { $0 != "=" } } == (2...10).map { "w change@\($0) home.text" })
  }

  @Test func whatStorageDoesNotHaveEitherIsAGap() throws {
    let storage = MemoryStorage()
    storage.retention = 2
    let world = try world(storage)
    try world.watch("home.text", mode: .every, snapshot: false)
    _ = world.events()
    try write(world)
    let told = world.events().map { String($0.prefix { $0 != "=" }) }
    #expect(told.prefix(3) == ["w gap 1-10 retention", "w snapshot@10 home.text", "w ready@10 1"])
  }
}
