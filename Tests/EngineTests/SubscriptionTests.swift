import Language
import Testing

@testable import Engine

private let home = """
  class Home: ObservableObject {
    @Published var a = 0
    @Published var b = 0
    var plain = 0
    @Published private var hidden = 0
  }
  let home = Home()
  """

/// A subscription is a cursor: what it says depends on where it is, never on what was queued for it.
@Suite struct SubscriptionTests {
  @Test func beginsWithWhatIsThenSaysReady() throws {
    let world = try World(home)
    try world.watch("home.**")
    #expect(world.events() == ["w snapshot@1 home.a=0 home.b=0", "w ready@1 2"])
    #expect(world.events() == [])
  }

  /// A property that a redefinition publishes, or publishes no more, comes and goes for who listens, and keeps its value.
  @Test(arguments: [SubscriptionOptions.Mode.latest, .every])
  func hearsOfWhatIsPublishedFromNowOn(mode: SubscriptionOptions.Mode) throws {
    let world = try World(home)
    try world.eval("home.plain = 4; home.b = 7")
    try world.watch("home.**", mode: mode, snapshot: false)
    _ = world.events()
    let before = world.engine.revision
    try world.eval(
      "class Home: ObservableObject { @Published var a = 0; var b = 0; @Published var plain = 0; @Published var c = 1 }"
    )
    let told = world.events().joined(separator: " ")
    #expect(told.contains("home.plain=4") && told.contains("home.c=1"), "\(told)")
    #expect(told.contains("home.b=gone"), "\(told)")
    try world.watch(
      "home.**", name: "late", mode: mode, snapshot: false, from: .revision(before, epoch: world.engine.epoch))
    let late = world.events().joined(separator: " ")
    #expect(late.contains("home.plain=4") && late.contains("home.b=gone"), "\(late)")
    #expect(try world.get("home.b") == .int(7))
    let again = try world.restarted()
    #expect(try again.get("home.b") == .int(7))
    #expect(try again.get("home.plain") == .int(4))
  }

  @Test func saysReadyWhenNothingMatches() throws {
    let world = try World(home)
    try world.watch("garden.**")
    #expect(world.events() == ["w ready@1 0"])
  }

  @Test(arguments: [SubscriptionOptions.Mode.latest, .every])
  func hearsOfEachOfManyProperties(mode: SubscriptionOptions.Mode) throws {
    let names = (0..<20).map { "p\($0)" }
    let world = try World(
      "class Wide: ObservableObject {\n" + names.map { "  @Published var \($0) = 0\n" }.joined()
        + "}\nlet wide = Wide()")
    try world.watch("wide.**", mode: mode, snapshot: false)
    _ = world.events()
    for name in names {
      try world.set("wide.\(name)", .int(1))
      #expect(world.events().map { $0.split(separator: " ").last } == ["wide.\(name)=1"])
    }
    for name in names { try world.set("wide.\(name)", .int(2)) }
    let lines = world.events()
    #expect(lines.count == (mode == .every ? 20 : 1))
    #expect(names.allSatisfy { name in lines.contains { $0.contains("wide.\(name)=2") } })
  }

  @Test func whatWaitsComesWholeOrInPart() throws {
    let world = try World(home)
    try world.watch("home.a", mode: .every, snapshot: false)
    _ = world.events()
    for value in 1...2 {
      try world.set("home.a", .int(value))
      _ = try world.engine.commit(
        [.init(path: "home.a", value: .int(10 + value)), .init(path: "home.b", value: .int(value))], if: [],
        .init(session: "c1"))
      try world.set("home.b", .int(-value))
    }
    #expect(
      world.events() == [
        "w change@2 home.a=1", "w change@3 home.a=11", "w change@5 home.a=2", "w change@6 home.a=12",
      ])
  }

  @Test func tellsOneMessagePerCommit() throws {
    let world = try World(home)
    try world.watch("home.a", snapshot: false)
    #expect(world.events() == ["w ready@1 0"])
    try world.set("home.a", .int(1))
    #expect(world.events() == ["w change@2 home.a=1"])
    try world.set("home.b", .int(1))
    #expect(world.events() == [])
  }

  @Test func latestFoldsWhatWasNotRead() throws {
    let world = try World(home)
    try world.watch("home.**", snapshot: false)
    _ = world.events()
    for value in 1...3 { try world.set("home.a", .int(value)) }
    try world.set("home.b", .int(9))
    #expect(world.events() == ["w change@5 merged 4 home.a=3 home.b=9"])
  }

  @Test func everyTellsEachCommit() throws {
    let world = try World(home)
    try world.watch("home.a", mode: .every, snapshot: false)
    _ = world.events()
    try world.set("home.a", .int(1))
    try world.set("home.b", .int(1))
    try world.set("home.a", .int(2))
    #expect(world.events() == ["w change@2 home.a=1", "w change@4 home.a=2"])
  }

  @Test func resumingTellsWhatWasMissed() throws {
    let world = try World(home)
    for value in 1...3 { try world.set("home.a", .int(value)) }
    try world.watch("home.**", mode: .every, from: .revision(2, epoch: "e1"))
    #expect(world.events() == ["w change@3 home.a=2", "w change@4 home.a=3", "w ready@4 0"])
    try world.watch("home.**", name: "l", from: .revision(1, epoch: "e1"))
    #expect(world.events() == ["l change@4 merged 3 home.a=3", "l ready@4 0"])
    try world.watch("home.**", name: "n", from: .revision(4, epoch: "e1"))
    #expect(world.events() == ["n ready@4 0"])
  }

  @Test func resumingInAnotherHistoryBeginsWithAGap() throws {
    let world = try World(home)
    try world.watch("home.a", from: .revision(1, epoch: "other"))
    #expect(world.events() == ["w gap 1-1 epoch", "w snapshot@1 home.a=0", "w ready@1 1"])
  }

  @Test func resumingFromTheFutureIsRefused() throws {
    let world = try World(home)
    #expect(throws: EngineError.self) { try world.watch("home.a", from: .revision(7, epoch: "e1")) }
  }

  @Test func readsBackFromStorageWhatMemoryNoLongerHas() throws {
    var limits = Engine.Limits()
    limits.commitsInMemory = 4
    let world = try World(home, limits: limits)
    try world.watch("home.a", mode: .every, snapshot: false)
    _ = world.events()
    for value in 1...20 { try world.set("home.a", .int(value)) }
    try world.engine.flush()
    #expect(world.events() == (1...20).map { "w change@\($0 + 1) home.a=\($0)" })
  }

  @Test func whatNobodyHasAnyMoreIsAGapNeverAHole() throws {
    var limits = Engine.Limits()
    limits.commitsInMemory = 4
    let storage = MemoryStorage()
    storage.retention = 2
    let world = try World(home, storage: storage, limits: limits)
    for value in 1...20 { try world.set("home.a", .int(value)) }
    try world.engine.flush()
    try world.watch("home.a", mode: .every, from: .revision(5, epoch: "e1"))
    #expect(world.events() == ["w gap 5-21 retention", "w snapshot@21 home.a=20", "w ready@21 1"])
  }

  /// What it has found, and has not been given for it looked for more, is part of the gap.
  @Test func whatIsFoundAndNotDeliveredIsInTheGap() throws {
    var limits = Engine.Limits()
    limits.commitsInMemory = 4
    let storage = MemoryStorage()
    let world = try World(home, storage: storage, limits: limits)
    try world.watch("home.a", mode: .every, snapshot: false) { ($0.overflow, $0.queue) = (.conflate, 4) }
    _ = world.events()
    let place = world.engine.revision
    for value in 1...2 * Delivery.looksMax { try world.set("home.a", .int(value)) }
    try world.engine.flush()
    let subscription = try #require(world.reader.takeReady().first)
    world.engine.delivery.renewLooks()
    #expect(world.engine.delivery.next(of: subscription) == nil && subscription.isSearching)
    storage.retention = 4
    try world.set("home.a", .int(-1))
    try world.engine.flush()
    world.engine.delivery.renewLooks()
    var event = world.engine.delivery.next(of: subscription)
    if case .lag? = event { event = world.engine.delivery.next(of: subscription) }
    guard case .gap(let from, let to, .retention, nil)? = event else {
      Issue.record("no gap: \(String(describing: event))")
      return
    }
    #expect((from, to) == (place, world.engine.revision))
  }

  /// What happened since a time is told as far as it is kept, and that it is not all is told first.
  @Test func whatIsNotKeptOfATimeIsAGap() throws {
    var limits = Engine.Limits()
    limits.commitsInMemory = 4
    let storage = MemoryStorage()
    storage.retention = 2
    let world = try World(home, storage: storage, limits: limits)
    for value in 1...20 { try world.set("home.a", .int(value)) }
    try world.engine.flush()
    try world.watch("home.a", mode: .every, from: .time(-1))
    let told = world.events()
    #expect(told.first == "w gap 0-17 retention")
    #expect(
      told.dropFirst().map { $0.split(separator: " ").last } == [
        "home.a=17", "home.a=18", "home.a=19", "home.a=20", "0",
      ])
    try world.watch("home.a", name: "all", mode: .every, from: .time(.max))
    #expect(!world.events().contains { $0.contains("gap") })
  }

  @Test func onlyWhatAnnouncesItselfCanBeWatched() throws {
    let world = try World(home)
    #expect(throws: EngineError.self) { try world.watch("home.plain") }
    #expect(throws: EngineError.self) { try world.watch("home.hidden") }
    #expect(throws: EngineError.self) { try world.watch("home.nothing") }
    #expect(throws: EngineError.self) { try world.get("home.hidden") }
    #expect(try world.get("home.plain") == .int(0))
  }

  @Test func aStoreDefinedLaterJoinsAPattern() throws {
    let world = try World(home)
    try world.watch("*.a", snapshot: false)
    _ = world.events()
    try world.eval("let other = Home()")
    #expect(world.events() == ["w change@2 other.a=0"])
    try world.set("other.a", .int(5))
    #expect(world.events() == ["w change@3 other.a=5"])
  }

  @Test func afterClosingNothingFollows() throws {
    let world = try World(home)
    try world.watch("home.a")
    try world.set("home.a", .int(1))
    try world.engine.delivery.close(name: "w", session: "c1")
    #expect(world.events() == [])
    #expect(throws: EngineError.self) { try world.engine.delivery.close(name: "w", session: "c1") }
  }

  @Test func namesAreUniqueInASession() throws {
    let world = try World(home)
    try world.watch("home.a")
    #expect(throws: EngineError.self) { try world.watch("home.b") }
  }
}
