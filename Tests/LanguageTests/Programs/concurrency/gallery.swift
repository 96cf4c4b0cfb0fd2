import Foundation
import Combine
@MainActor protocol ImageLoading { func image(for url: URL) async throws -> Picture }
struct Picture: Hashable, Sendable { let name: String; let bytes: Int }
enum LoadPhase<T> {
  case empty, success(T), failure(any Error)
  var value: T? { if case let .success(v) = self { v } else { nil } }
  func map<U>(_ f: (T) throws -> U) -> LoadPhase<U> {
    switch self {
    case .empty: return .empty;
    case .failure(let e): return .failure(e);
    case .success(let v): do { return .success(try f(v)) } catch { return .failure(error) }
    }
  }
}
extension LoadPhase: Equatable where T: Equatable {
  static func == (a: LoadPhase, b: LoadPhase) -> Bool {
    switch (a, b) {
    case (.empty, .empty): true;
    case let (.success(x), .success(y)): x == y;
    case let (.failure(x), .failure(y)): "\(x)" == "\(y)";
    default: false
    }
  }
}
enum ImageError: Error { case notFound(String), tooLarge }
@MainActor final class StubLoader: ImageLoading {
  var requests = 0
  func image(for url: URL) async throws -> Picture {
    requests += 1; try await Task.sleep(for: .milliseconds(2));
    guard url.pathExtension == "png" else { throw ImageError.notFound(url.lastPathComponent) };
    return Picture(name: url.deletingPathExtension().lastPathComponent, bytes: url.path.count)
  }
}
@MainActor final class CachingLoader: ImageLoading {
  private let base: any ImageLoading; private var cache: [URL: Picture] = [:];
  private var running: [URL: Task<Picture, Error>] = [:]
  init(_ base: any ImageLoading) { self.base = base }
  func image(for url: URL) async throws -> Picture {
    if let hit = cache[url] { return hit }
    if let task = running[url] { return try await task.value }
    let task = Task { try await base.image(for: url) }
    running[url] = task
    defer { running[url] = nil }
    let p = try await task.value; cache[url] = p; return p
  }
}
@MainActor final class GalleryViewModel: ObservableObject {
  @Published private(set) var phases: [URL: LoadPhase<Picture>] = [:]
  private let loader: any ImageLoading
  nonisolated init(_ l: any ImageLoading) { loader = l }
  func load(_ urls: [URL]) async {
    await withTaskGroup(of: Void.self) { group in for url in urls { group.addTask { await self.load(url) } } }
  }
  func load(_ url: URL) async {
    phases[url] = .empty;
    do { phases[url] = .success(try await loader.image(for: url)) } catch { phases[url] = .failure(error) }
  }
  var sorted: [(String, LoadPhase<Int>)] {
    phases.map {
      (
        $0.key.lastPathComponent,
        $0.value.map { p in
          if p.bytes > 12 { throw ImageError.tooLarge }; return p.bytes
        }
      )
    }.sorted { $0.0 < $1.0 }
  }
}
let stub = await StubLoader(); let loader = await CachingLoader(stub); let vm = GalleryViewModel(loader)
let urls = ["a.png", "b.png", "a.png", "c.gif", "very-long-name.png"].map { URL(string: "https://x.org/i/\($0)")! }
await vm.load(urls); await vm.load(urls[0])
for (name, phase) in await vm.sorted {
  switch phase {
  case .success(let n): print(name, n);
  case .failure(ImageError.notFound(let what)): print(name, "missing", what);
  case .failure(let e): print(name, e);
  case .empty: print(name, "…")
  }
}
print(
  await stub.requests, await vm.phases[urls[1]] == .success(Picture(name: "b", bytes: 8)),
  await vm.phases.values.compactMap(\.value).count)
let t = Task { @MainActor in try await loader.image(for: URL(string: "https://x.org/late.png")!) }; t.cancel()
do { _ = try await t.value; print("loaded") } catch is CancellationError { print("cancelled") } catch { print(error) }
func firstSuccess<T: Sendable>(_ ops: [@Sendable () async throws -> T]) async -> Result<T, any Error> {
  await withTaskGroup(of: Result<T, any Error>.self) { g in
    for op in ops { g.addTask { do { return .success(try await op()) } catch { return .failure(error) } } };
    var last: Result<T, any Error> = .failure(CancellationError());
    for await r in g { last = r; if case .success = r { g.cancelAll(); break } }; return last
  }
}
let ops: [@Sendable () async throws -> String] = [
  {
    try await Task.sleep(for: .milliseconds(1)); throw ImageError.tooLarge
  },
  {
    try await Task.sleep(for: .milliseconds(6)); return "slow"
  },
  {
    try await Task.sleep(for: .seconds(60)); return "never"
  },
]
let winner = await firstSuccess(ops)
print((try? winner.get()) ?? "none")
