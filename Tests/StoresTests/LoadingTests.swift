// What is fetched, in compiled programs: the same cases as those of the daemon (Tests/Rows/loading.test).
import Combine
import Foundation
import TestSupport
import Testing
import Wire

@testable import Stores

private struct User: Codable, Equatable { var name: String }
private struct Song: Codable, Equatable { var title: String }

/// Answers when it is told to.
private actor Server {
  static let users = Server()
  static let songs = Server()
  private var waiting: [CheckedContinuation<Result<Int, any Error>, Never>] = []

  func ask() async throws -> Int { try await withCheckedContinuation { waiting.append($0) }.get() }

  func answer(_ result: Result<Int, any Error>) async {
    while waiting.isEmpty { await Task.yield() }
    waiting.removeFirst().resume(returning: result)
  }
}

private struct Offline: Error, LocalizedError { var errorDescription: String? { "error" } }

extension Endpoints {
  fileprivate var users: Endpoint<[User]> {
    Endpoint(placeholder: (1...5).map { User(name: "user \($0)") }) {
      (1...(try await Server.users.ask())).map { User(name: "Ann \($0)") }
    }
  }
  fileprivate var songs: Endpoint<[Song]> {
    Endpoint { (1...(try await Server.songs.ask())).map { Song(title: "One \($0)") } }
  }
}

@MainActor private final class Screen: ObservableObject {
  @Get(\.users) var users
  @Get(\.songs) var songs
}

@Suite(.serialized, .timeLimit(.minutes(10))) @MainActor struct LoadingTests {
  private func settle(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
  }

  @Test func eachHasAStateOfItsOwn() async {
    let screen = Screen()
    #expect(screen.users.isLoading && screen.users.value?.count == 5)
    #expect(screen.songs == .loading(nil))
    screen.$users.request()
    screen.$songs.request()
    await Server.users.answer(.success(3))
    await settle { !screen.users.isLoading }
    #expect(screen.users.value?.count == 3 && screen.songs == .loading(nil))
    screen.$users.request()
    #expect(screen.users.isLoading && screen.users.value?.count == 3)
    screen.$users.cancel()
    #expect(screen.users.value?.count == 3 && !screen.users.isLoading)
    await Server.users.answer(.success(1))
    await Server.songs.answer(.success(3))
    await settle { !screen.songs.isLoading }
    #expect(screen.songs.value?.count == 3 && screen.users.value?.count == 3)
    screen.$songs.request()
    await Server.songs.answer(.failure(Offline()))
    await settle { !screen.songs.isLoading }
    #expect(screen.songs == .failed("error"))
  }

  @Test func theNewestRequestWins() async {
    let screen = Screen()
    var loaded: [Int] = []
    let watching = screen.$users.$wrappedValue.sink { if case .loaded(let users) = $0 { loaded.append(users.count) } }
    screen.$users.request()
    screen.$users.request()
    await Server.users.answer(.success(2))
    await Server.users.answer(.success(2))
    await settle { !screen.users.isLoading }
    // What was given up says nothing, and what is asked later is told after it.
    screen.$users.request()
    await Server.users.answer(.success(1))
    await settle { !screen.users.isLoading }
    #expect(loaded == [2, 1])
    watching.cancel()
  }

  @Test func itIsWrittenAsTheDaemonWritesIt() throws {
    let states: [(LoadState<[Int]>, String)] = [
      (.idle, #""idle""#), (.loading(nil), #"{"loading":null}"#), (.loading([1]), #"{"loading":[1]}"#),
      (.loaded([2]), #"{"loaded":[2]}"#), (.failed("x"), #"{"failed":"x"}"#),
    ]
    for (state, text) in states {
      let json = try ValueCoding.encode(state)
      #expect("\(json)" == text)
      #expect(try ValueCoding.decode(LoadState<[Int]>.self, from: json, at: "state") == state)
    }
    #expect(throws: StoresError.self) { try ValueCoding.decode(LoadState<Int>.self, from: "else", at: "state") }
  }

  /// A property for one endpoint cannot ask another: neither swiftc nor the daemon takes it. `REJECTED` is what both are given.
  nonisolated private static let rejected = """
    struct User: Codable, Sendable { var name: String }
    struct Song: Codable, Sendable { var title: String }
    extension Endpoints {
      var users: Endpoint<[User]> { Endpoint { [] } }
      var songs: Endpoint<[Song]> { Endpoint { [] } }
    }
    @MainActor final class Screen: ObservableObject {
      @Get(\\.users) var users: LoadState<[User]>
      @Get(\\.songs) var wrong: LoadState<[User]>
    }
    """

  @Test func anotherEndpointDoesNotCompile() throws {
    let folder = TemporaryDirectory()
    let file = URL(fileURLWithPath: folder.path + "/screen.swift")
    try ("import Combine\nimport Stores\n" + Self.rejected).write(to: file, atomically: true, encoding: .utf8)
    let modules = URL(fileURLWithPath: Tool.product("combined")).deletingLastPathComponent().path + "/Modules"
    let swiftc = try #require(Tool.find("swiftc"))
    let compiled = try Tool.run(swiftc, ["-typecheck", "-I", modules, file.path])
    #expect(compiled.status != 0)
    #expect(compiled.output.contains("screen.swift:11:"), "\(compiled.output)")
    #expect(!compiled.output.contains("screen.swift:10:"), "\(compiled.output)")

    let source = Repository.root.appendingPathComponent("Sources/Stores/Get.swift")
    let script = URL(fileURLWithPath: folder.path + "/screen.test")
    try (":source \(source.path)\n" + Self.rejected + "\n").write(to: script, atomically: true, encoding: .utf8)
    let run = try Tool.run(Tool.product("combinectl"), ["test", script.path])
    #expect(run.status != 0)
    #expect(run.output.contains("screen.test:10:"), "\(run.output)")
    #expect(!run.output.contains("screen.test:9:"), "\(run.output)")
  }
}
