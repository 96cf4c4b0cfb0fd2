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
