// Properties that are kept the same, objects that are found by their type, and what clients see: in compiled programs. What a
// mirror does in the daemon is in Tests/Rows/focus.test.
import Combine
import Foundation
import TestSupport
import Testing
import Wire

@testable import Stores

private final class Screen: ObservableObject {
  @Published var focus = 0
  @Published var title = "none"
  var writes: [Int] = []
  private var token: AnyCancellable?
  init() { token = $focus.dropFirst().sink { [unowned self] in writes.append($0) } }
}

/// Corrects what it is given.
private final class Dial: ObservableObject {
  @Published var level = 0 { didSet { if level > 10 { level = 10 } } }
  @Published var even = 0 { didSet { if even % 2 != 0 { even += 1 } } }
  @Published var odd = 1 { didSet { if odd % 2 == 0 { odd += 1 } } }
  @Published var free = 0
}

private final class Settings: ObservableObject { @Published var fontSize = 12 }

private final class Page: ObservableObject {
  @EnvironmentObject var settings: Settings
  @Published var number = 1
}

private final class Account: ObservableObject {
  @Published var name = ""
  @Published var draft = ""
  /// Of no type that crosses the wire.
  @Published var work: AnyCancellable?
}

@Suite struct PropertyMirrorTests {
  @Test func twoPropertiesSettleWithOneCopyForEachChange() {
    let (left, right) = (Screen(), Screen())
    left.focus = 7
    let mirror = PropertyMirror(left, \.focus, left.$focus, right, \.focus, right.$focus)
    #expect(right.focus == 7)
    #expect(mirror.copies == 0)
    left.focus = 8
    right.focus = 9
    right.focus = 9
    #expect(left.focus == 9 && right.focus == 9)
    #expect(mirror.copies == 2)
    #expect(left.writes == [7, 8, 9])
    #expect(right.writes == [7, 8, 9, 9])
    mirror.cancel()
    left.focus = 1
    #expect(right.focus == 9)
  }

  /// What runs now ends: the main queue does what it was given in order.
  private func endOfTurn() async {
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
  }

  /// Whoever is written, and at first, too, where nothing else runs.
  @Test @MainActor func aCorrectionIsTheLastWord() async {
    let dial = Dial()
    dial.free = 30
    let mirror = PropertyMirror(dial, \.free, dial.$free, dial, \.level, dial.$level)
    #expect(dial.free == 10 && dial.level == 10)
    dial.free = 50
    await endOfTurn()
    #expect(dial.free == 10 && dial.level == 10)
    dial.level = 70
    await endOfTurn()
    #expect(dial.free == 10 && dial.level == 10)
    // What comes before a correction is passed on overtakes it.
    dial.free = 60
    dial.free = 7
    await endOfTurn()
    #expect(dial.free == 7 && dial.level == 7)
    #expect(mirror.failure == nil)
  }

  @Test @MainActor func twoThatDoNotAgreeAreAFailure() async throws {
    let dial = Dial()
    let first = PropertyMirror(dial, \.even, dial.$even, dial, \.odd, dial.$odd)
    #expect("\(try #require(first.failure))".hasPrefix("StoresTests/MirrorAndEnvironmentTests.swift:"))
    let (free, odd) = (CurrentValueSubject<Int, Never>(1), CurrentValueSubject<Int, Never>(1))
    var given: [Int] = []
    let mirror = PropertyMirror(
      of: 1, first: { free.send($0 + 1) }, free,
      second: {
        given.append($0); odd.send($0 % 2 == 0 ? $0 + 1 : $0)
      }, odd)
    #expect(mirror.failure == nil)
    free.send(2)
    await endOfTurn()
    #expect(mirror.failure is PropertyMirrorError)
    #expect(given.count < 12)
  }

  @Test func whatIsNotEqualToItselfSettles() {
    let (left, right) = (CurrentValueSubject<Double, Never>(1), CurrentValueSubject<Double, Never>(2))
    let mirror = PropertyMirror(
      of: left.value, first: { left.value = $0 }, left, second: { right.value = $0 }, right)
    left.value = .nan
    #expect(right.value.isNaN && mirror.failure == nil && mirror.copies == 1)
    right.value = 3
    #expect(left.value == 3 && mirror.copies == 2)
  }

  @Test func aMirrorKeepsNobodyAlive() {
    let left = Screen()
    var right: Screen? = Screen()
    weak let watched = right
    let mirror = PropertyMirror(left, \.focus, left.$focus, right!, \.focus, right!.$focus)
    right = nil
    #expect(watched == nil)
    left.focus = 3
    #expect(mirror.failure == nil)
  }

  @Test func twoBindingsAreMirroredAndARefusalIsTold() throws {
    let (left, right) = (Screen(), Screen())
    let mirror = try PropertyMirror(
      Bindable(left).focus, left.$focus, Bindable(right).focus.limited(to: 0...10), right.$focus)
    left.focus = 10
    #expect(right.focus == 10)
    right.focus = 2
    #expect(left.focus == 2)
    left.focus = 11
    #expect(right.focus == 2)
    #expect("\(try #require(mirror.failure))" == "11 is not in 0...10")
    // What has failed does nothing more.
    left.focus = 4
    #expect(right.focus == 2)
  }

  @Test func aConstantCannotFollow() throws {
    let left = Screen()
    let mirror = try PropertyMirror(Bindable(left).focus, left.$focus, .constant(5), Empty<Int, Never>())
    #expect("\(try #require(mirror.failure))" == "a constant binding cannot be set")
  }
}

@Suite @MainActor struct ExposingTests {
  private func expose(_ page: Page, among environment: [AnyObject]) throws {
    _ = try ExposedStore(page, name: "page", StoreDescription<Page>(), environment: environment, changed: Mark())
  }

  private func refusal(_ body: () throws -> Void) -> String {
    do { try body() } catch { return "\(error)" }
    return "none"
  }

  @Test func anObjectIsFoundByItsType() throws {
    let (page, settings) = (Page(), Settings())
    let missing = refusal { try expose(page, among: [Screen()]) }
    #expect(
      missing.hasPrefix(
        "no object of type 'Settings' is in the environment of 'page.settings' (StoresTests/MirrorAndEnvironmentTests.swift:"
      ),
      "\(missing)")
    try expose(page, among: [Screen(), settings])
    #expect(page.settings === settings)
    #expect(refusal { try expose(page, among: [settings, Settings()]) }.hasPrefix("2 objects of type 'Settings'"))
  }

  private func shown(_ describe: (StoreDescription<Account>) -> Void) throws -> [String] {
    let description = StoreDescription<Account>()
    describe(description)
    var room = Room()
    return try ExposedStore(Account(), name: "account", description, changed: Mark()).offer(&room).properties.map(
      \.name)
  }

  @Test func whatIsHiddenIsNotThereForClients() throws {
    #expect(try shown { _ in } == ["name", "draft"])
    #expect(try shown { $0.hide("draft", "work") } == ["name"])
    #expect(try shown { $0.show("draft") } == ["draft"])
    #expect(
      refusal { _ = try shown { $0.hide("nmae") } }
        == "'account.nmae' is said to be shown or hidden, and is no @Published property")
    #expect(
      refusal {
        _ = try shown {
          $0.hide("name")
          $0.settable("name", \.name)
        }
      } == "'account.name' is said to be settable, and is hidden")
  }
}
