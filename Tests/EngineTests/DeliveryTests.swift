import Language
import Testing

@testable import Engine

private let home = """
  class Home: ObservableObject {
    @Published var a = 0
    @Published var b = 0
  }
  let home = Home()
  """

/// What a subscription is told when something is in the way of telling it everything: never less than that.
@Suite struct DeliveryTests {
  // MARK: Conditions that fail

  /// Divides by what is watched: zero is a fault.
  private static let failing = "100 / value > 0"

  @Test func aConditionThatFailsIsAGapAndItGoesOn() throws {
    let world = try World(home)
    try world.watch("home.a", snapshot: false) { $0.condition = Self.failing }
    _ = world.events()
    try world.set("home.a", .int(1))
    #expect(world.events() == ["w change@2 home.a=1"])
    try world.set("home.b", .int(1))
    try world.set("home.a", .int(2))
    try world.set("home.a", .int(0))
    #expect(world.events() == ["w gap 2-5 filterError", "w snapshot@5 home.a=0", "w ready@5 1"])
    try world.set("home.a", .int(3))
    #expect(world.events() == ["w change@6 home.a=3"])
  }

  @Test(arguments: [SubscriptionOptions.Overflow.spill, .conflate, .dropOldest, .dropNewest, .pause])
  func whatWaitedWhenItsConditionFailedIsInTheGap(policy: SubscriptionOptions.Overflow) throws {
    let world = try World(home)
    try world.watch("home.a", mode: .every, snapshot: false) {
      $0.condition = Self.failing
      $0.overflow = policy
      $0.queue = 2
      $0.credit = 0
    }
    #expect(world.events() == ["w ready@1 0"])
    for value in [1, 2, 3, 4] { try world.set("home.a", .int(value)) }
    #expect(world.events() == (policy == .pause ? ["w paused slow"] : []))
    try world.set("home.a", .int(0))
    let told = world.events()
    #expect(told == ["w gap 1-6 filterError", "w snapshot@6 home.a=0", "w ready@6 1"])
    _ = try world.engine.delivery.demand(name: "w", session: "c1", nil)
    if policy == .pause { try world.engine.delivery.resume(name: "w", session: "c1") }
    _ = world.events()
    try world.set("home.a", .int(5))
    #expect(world.events() == ["w change@7 home.a=5"])
  }

  @Test(arguments: [SubscriptionOptions.Mode.latest, .every, .sample, .signal])
  func aConditionThatFailsWhileItResumesIsAGap(mode: SubscriptionOptions.Mode) throws {
    let world = try World(home)
    for value in [1, 0, 2] { try world.set("home.a", .int(value)) }
    try world.watch("home.a", mode: mode, from: .revision(1, epoch: "e1")) { $0.condition = Self.failing }
    // What was to be one message is part of the gap.
    let first = mode == .every ? ["w change@2 home.a=1", "w gap 2-3 filterError"] : ["w gap 1-3 filterError"]
    #expect(world.events() == first + ["w snapshot@4 home.a=2", "w ready@4 1"])
    try world.set("home.a", .int(7))
    #expect(world.events() == ["w change@5 home.a=7"])
  }

  @Test func aConditionThatDoesNotCheckAnyMoreEndsTheSubscriptionAndSaysWhy() throws {
    let world = try World(home)
    try world.watch("home.a", snapshot: false) { $0.condition = "value > 0" }
    _ = world.events()
    try world.eval(
      """
      class Home: ObservableObject {
        @Published var a = ""
        @Published var b = 0
      }
      """)
    let told = world.events()
    #expect(told.first { $0.hasPrefix("w failed") } == "w failed refusedSource", "\(told)")
    #expect(told.last?.hasPrefix("w end error@") == true, "\(told)")
  }

  // MARK: Places to resume from

  // MARK: Beginning with the last commits

  /// Those that change what is asked for and pass the condition are counted, in memory and before it.
  @Test(arguments: [(1, 100), (1, 2), (2, 100), (2, 2), (9, 2)]) func theLastOnesComeFirst(count: Int, inMemory: Int)
    throws
  {
    var limits = Engine.Limits()
    limits.commitsInMemory = inMemory
    let world = try World(home, limits: limits)
    for value in [1, 2, 3] {
      try world.set("home.a", .int(value))
      try world.set("home.b", .int(value))
    }
    try world.engine.flush()
    try world.watch("home.a", mode: .every, snapshot: false, from: .last(count))
    let all = ["w change@1 home.a=0", "w change@2 home.a=1", "w change@4 home.a=2", "w change@6 home.a=3"]
    #expect(world.events() == all.suffix(count) + ["w ready@7 0"])
  }

  @Test(arguments: [100, 2]) func theLastOnesThatPassAConditionComeFirst(inMemory: Int) throws {
    var limits = Engine.Limits()
    limits.commitsInMemory = inMemory
    let world = try World(home, limits: limits)
    for value in [1, 2, 3] {
      try world.set("home.a", .int(value))
      try world.set("home.b", .int(value * 10))
    }
    try world.engine.flush()
    try world.watch("home.a", name: "p", mode: .every, snapshot: false, from: .last(1)) { $0.condition = "value < 3" }
    #expect(world.events() == ["p change@4 home.a=2", "p ready@7 0"])
    // Over a store the values are those of then.
    try world.watch("home", name: "s", mode: .every, snapshot: false, from: .last(2)) {
      $0.condition = "value.a == 2 && old.b <= 10"
    }
    #expect(world.events() == ["s change@4 home.a=2", "s change@5 home.b=20", "s ready@7 0"])
  }

  @Test func nobodyResumesFromASnapshotThatWasNotComplete() throws {
    let world = try World(home)
    let options = SubscriptionOptions(paths: ["home.**"], mode: .every)
    let subscription = try world.engine.delivery.open(name: "w", session: "c1", options)
    #expect(world.engine.delivery.resumePoint(of: subscription) == nil)
    while let event = world.engine.delivery.next(of: subscription) {
      if case .ready = event { #expect(world.engine.delivery.resumePoint(of: subscription) == 1) }
    }
    try world.set("home.a", .int(1))
    #expect(world.engine.delivery.resumePoint(of: subscription) == 1, "the commit has not been told")
    _ = world.engine.delivery.next(of: subscription)
    #expect(world.engine.delivery.resumePoint(of: subscription) == 2)
  }

  @Test func whatAPolicyDroppedIsAfterThePlaceToResumeFrom() throws {
    let world = try World(home)
    let options = SubscriptionOptions(paths: ["home.a"], mode: .every, wantsSnapshot: false)
    var bounded = options
    bounded.overflow = .dropNewest
    bounded.queue = 1
    bounded.credit = 1
    let subscription = try world.engine.delivery.open(name: "w", session: "c1", bounded)
    world.reader.read(subscription)
    _ = world.events()
    try world.set("home.a", .int(1))
    try world.set("home.a", .int(2))
    guard case .commit? = world.engine.delivery.next(of: subscription) else { return _ = Issue.record("no change") }
    #expect(
      world.engine.delivery.resumePoint(of: subscription) == 2, "the second was dropped, and has not been told of")
  }

  @Test func aBoundedReaderThatIsCutResumesWhereItWas() throws {
    let world = try World(home)
    try world.watch("home.a", mode: .every, snapshot: false) {
      $0.overflow = .close
      $0.queue = 2
      $0.credit = 1
    }
    _ = world.events()
    for value in 1...2 { try world.set("home.a", .int(value)) }
    #expect(world.events() == ["w change@2 home.a=1"])
    for value in 3...5 { try world.set("home.a", .int(value)) }
    #expect(world.events() == ["w end slow@2"])
    try world.watch("home.a", name: "again", mode: .every, from: .revision(2, epoch: "e1"))
    #expect(
      world.events() == [
        "again change@3 home.a=2", "again change@4 home.a=3", "again change@5 home.a=4", "again change@6 home.a=5",
        "again ready@6 0",
      ])
  }

  // MARK: What is gone

  @Test(arguments: [false, true]) func whatWasRemovedMeanwhileIsToldToWhoResumes(afterRestart: Bool) throws {
    let early = try World(home + "\nlet hut = Home()")
    try early.set("hut.a", .int(1))
    _ = try early.engine.removeDeclaration("hut", session: "c1")
    try early.set("home.a", .int(2))
    let world = afterRestart ? try early.restarted() : early
    try world.watch("*.a", name: "every", mode: .every, from: .revision(2, epoch: "e1"))
    #expect(
      world.events().filter { !$0.contains("ready") } == [
        "every change@3 hut.a=1", "every change@4 hut.a=gone", "every change@5 home.a=2",
      ])
    try world.watch("*.a", name: "latest", from: .revision(2, epoch: "e1"))
    #expect(world.events().first == "latest change@5 merged 3 home.a=2 hut.a=gone")
  }

  /// What was private, or not published, is not told of when it is gone either; what became private since then is private.
  @Test(arguments: [false, true]) func whatIsGoneIsAsPrivateAsItWas(afterRestart: Bool) throws {
    let early = try World(
      """
      class Hut: ObservableObject {
        @Published var a = 0
        @Published private var hidden = 0
        @Published var open = 0
        @Published var later = 0
        var plain = 0
        func fill() { a += 1; hidden += 1; open += 1; later += 1; plain += 1 }
      }
      let hut = Hut()
      let old = Hut()
      hut.fill()
      old.fill()
      """)
    try early.eval(
      """
      class Hut: ObservableObject {
        @Published var a = 0
        var open = 0
        @Published private var later = 0
      }
      """)
    _ = try early.engine.removeDeclaration("old", session: "c1")
    let world = afterRestart ? try early.restarted() : early
    try world.watch("**", mode: .every, snapshot: false, from: .revision(0, epoch: "e1"))
    let told = Set(world.events().filter { !$0.contains("ready") }.flatMap { $0.split(separator: " ").dropFirst(2) })
    #expect(
      told == [
        "hut.a=0", "hut.a=1", "hut.open=0", "hut.open=1", "hut.open=gone", "hut.later=gone", "old.a=0", "old.a=1",
        "old.a=gone", "old.open=0", "old.open=1", "old.open=gone", "old.later=0", "old.later=1", "old.later=gone",
      ])
  }

  @Test func whatWasRedefinedMeanwhileIsTheSamePath() throws {
    let world = try World(home)
    try world.set("home.a", .int(1))
    try world.eval("class Home: ObservableObject {\n  @Published var a = 0\n  @Published var b = 0\n  var c = 0\n}")
    try world.set("home.a", .int(2))
    try world.watch("home.a", mode: .every, from: .revision(1, epoch: "e1"))
    #expect(world.events().filter { $0.contains("home.a=") }.first == "w change@2 home.a=1")
  }

  // MARK: Values that are too long

  @Test func aValueOverTheLimitIsRefusedAndNothingIsChanged() throws {
    let world = try World("class Note: ObservableObject { @Published var text = \"\" }\nlet note = Note()")
    world.engine.limits.valueBytes = 1024
    try world.set("note.text", .string(String(repeating: "x", count: 1000)))
    #expect(throws: EngineError.self) { try world.set("note.text", .string(String(repeating: "x", count: 1100))) }
    #expect(throws: EngineError.self) { try world.eval("note.text += note.text") }
    #expect(try world.get("note.text") == .string(String(repeating: "x", count: 1000)))
    #expect(world.engine.revision == 2)
  }

  @Test func aTimerThatMakesOneIsUndoneAndSaidSo() throws {
    let world = try World(
      """
      class Note: ObservableObject {
        @Published var text = "y"
        @Published var long = ""
        init() {
          $text.delay(for: 1, scheduler: DispatchQueue.main).map { String(repeating: $0, count: 2000) }.assign(to: &$long)
        }
      }
      let note = Note()
      """)
    world.engine.limits.valueBytes = 1024
    try world.set("note.text", .string("x"))
    world.engine.advance(to: 5_000_000_000)
    #expect(try world.get("note.long") == .string(""))
    let told = world.notices()
    #expect(told.count == 2 && told.allSatisfy { $0.hasPrefix("fault the value of 'note.long' would have 2002 bytes") })
  }

  // MARK: Pipelines that cannot be made

  @Test func aPipelineThatFeedsItselfIsRefusedWithItsWay() throws {
    let world = try World(home)
    do {
      _ = try world.engine.pipelines.define(
        "loop", source: "home.$a.map { $0 + 1 }.assign(to: \\.a, on: home)", session: "c1", request: nil)
      Issue.record("it was taken")
    } catch {
      guard case .cycle(let name, let chain) = error else { throw error }
      #expect(name == "loop" && chain == ["home.a", "home.a"])
    }
    #expect(world.engine.pipelines.all.isEmpty)
  }

  @Test func aPipelineThatFailsAtOnceIsRefusedWithItsFault() throws {
    let world = try World(home)
    do {
      _ = try world.engine.pipelines.define(
        "bad", source: "home.$a.map { 1 / $0 }.sink { print($0) }", session: "c1", request: nil)
      Issue.record("it was taken")
    } catch {
      guard case .pipelineFailed(let name, _, let fault) = error else { throw error }
      #expect(name == "bad" && fault.message.contains("ivision by zero"))
    }
  }
}
