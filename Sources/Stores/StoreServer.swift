// A program's own objects as stores of a daemon.
public import Combine
internal import CombineClient
public import Foundation
internal import Synchronization

/// Puts a program's `ObservableObject`s where everybody can see them: at the socket of a daemon.
///
///     let server = try StoreServer(path: "/tmp/form.sock")       // a daemon of its own, which ends with the program
///     let server = try StoreServer.attach(namespace: "shop")     // or the one that runs already
///     try server.expose(signup, as: "signup") { store in
///       store.settable("username", \.username)
///       store.method("submit") { try await $0.submit() }
///     }
///     try await server.run()
///
/// Its `@Published` properties are found by themselves; who may set which, and which methods can be called, is said. All of
/// what it does to the objects happens on the main actor, where view models live. A daemon that is started again finds the
/// stores again, under the same names.
@MainActor
public final class StoreServer {
  /// The name before all stores; nil for none.
  public let namespace: String?
  /// Under which the daemon knows the program: what was said, the namespace, or what the program's file is called; of a
  /// `main.swift` the folder in which it is.
  public let name: String
  let client: CombineClient
  let daemon: PrivateDaemon?
  private var stores: [any Exposed] = []
  private let types = TypeNames()
  /// What objects find by its type, beside those that are exposed.
  private var placed: [AnyObject] = []
  private let feed: AsyncStream<Heard>.Continuation
  private var state = State.idle
  /// What is to be told is looked for once at the end of what runs now.
  private let mark = Mark()
  /// How many changes could not be told.
  private var missed = 0
  /// What has been told, changes and answers: a request says how much of it was known when it was decided.
  private var told = 0
  /// Who is watched, as the daemon has said since the last opening.
  private var watched: [String: Bool] = [:]
  /// When each property changed last, by path, as `told` counts.
  private var changedAt: [String: Int] = [:]
  private var running: [Int: Task<Void, Never>] = [:]
  private var waiting: [CheckedContinuation<Result<Void, any Error>, Never>] = []
  private var closing: [CheckedContinuation<Result<Void, any Error>, Never>] = []
  private var isOpening = false
  /// What was told last.
  private var sending: Task<Void, Never>?

  private enum State {
    case idle
    /// What is exposed has changed, and has still to be opened.
    case due
    case open
    case failed(any Error)
    /// With a reason where the program has not said so.
    case closed(StoresError?)
  }

  /// How long the daemon waits for this program to answer, from a millisecond to an hour; a method that takes longer is said to
  /// be under way. It holds from the next `expose` on. A program whose main actor is busy for longer needs more.
  public var deadline = Duration.seconds(5)

  /// Told what a store cannot tell: a property whose value has no JSON, is too large for a message, or is not of the type that
  /// was declared. Everybody else keeps seeing what it was before; its next value is tried again. By default it is written to
  /// the standard error.
  public var onRefusal: (StoresError) -> Void = { error in
    FileHandle.standardError.write(Data("\(error)\n".utf8))
  }

  // MARK: Making one

  /// Starts a daemon of its own, which listens at `path`, keeps nothing, and ends with this program, however that ends.
  /// - Parameter executable: the daemon's program; by default `combined` beside this one or in `$PATH`.
  public convenience init(path: String, executable: String? = nil) throws {
    let daemon: PrivateDaemon
    let (ends, end) = AsyncStream.makeStream(of: String.self)
    do throws(ClientError) {
      daemon = try PrivateDaemon(path: path, executable: executable) { reason in
        end.yield(reason)
        end.finish()
      }
    } catch { throw StoresError(error) }
    try self.init(namespace: nil, path: daemon.path, name: nil, daemon: daemon)
    Task { @MainActor [weak self] in
      for await reason in ends {
        await self?.end(StoresError("the daemon that was started at \(path) has ended: \(reason)"))
      }
    }
  }

  /// Makes stores in a daemon that runs.
  /// - Parameters:
  ///   - namespace: the name before all stores, which nothing else there has.
  ///   - path: where it listens, by default where it listens by default.
  ///   - name: under which it comes back to its stores; the namespace, or the program's name.
  public static func attach(namespace: String?, to path: String? = nil, name: String? = nil) throws -> StoreServer {
    try StoreServer(namespace: namespace, path: path, name: name, daemon: nil)
  }

  private init(namespace: String?, path: String?, name: String?, daemon: PrivateDaemon?) throws {
    self.namespace = namespace
    self.daemon = daemon
    self.name = name ?? namespace ?? Self.programName
    let (events, feed) = AsyncStream.makeStream(of: Heard.self)
    self.feed = feed
    do throws(ClientError) {
      client = try CombineClient.connect(to: path, name: self.name) { feed.yield(.event($0)) }
    } catch { throw StoresError(error) }
    mark.action = { [weak self] in
      Task { @MainActor in self?.tell() }
    }
    Task { @MainActor [weak self] in
      for await heard in events {
        switch heard {
        case .event(let event): self?.receive(event)
        case .mark(let mark): mark.resume()
        }
      }
    }
  }

  /// What the connection's thread passes on, in order.
  private enum Heard: Sendable {
    case event(ClientEvent)
    /// Somebody waits until what came before it has been received.
    case mark(CheckedContinuation<Void, Never>)
  }

  /// Waits until everything is received that the daemon sent before its last answer: answers come by another way than events,
  /// and one that is handed over later can be there first.
  private func catchUp() async {
    await withCheckedContinuation { continuation in
      if case .terminated = feed.yield(.mark(continuation)) { continuation.resume() }
    }
  }

  private static var programName: String {
    // Not the file that runs, which may be gone, as that of `combinectl run --compiled` is.
    programName(CommandLine.arguments.first ?? "", folder: FileManager.default.currentDirectoryPath)
  }

  /// - Parameter folder: from where it was started.
  static func programName(_ argument: String, folder: String) -> String {
    let path = URL(fileURLWithPath: argument, relativeTo: URL(fileURLWithPath: folder, isDirectory: true)).standardized
    let file = path.pathExtension == "swift" ? path.deletingPathExtension() : path
    let name = file.lastPathComponent
    guard ["main", "program"].contains(name) else { return name }
    let outer = file.deletingLastPathComponent().lastPathComponent
    return outer == "/" ? name : outer
  }

  // MARK: Exposing

  /// Makes a store of an object: its `@Published` properties whose types are `Codable`.
  /// - Parameters:
  ///   - name: the store's; with the namespace before it, its path.
  ///   - describe: says what can be set and called.
  /// - Throws: `StoresError` where a type cannot be described; what the daemon says comes with `run()` or `ready()`.
  public func expose<Model: ObservableObject>(
    _ model: Model, as name: String, _ describe: (StoreDescription<Model>) -> Void = { _ in }
  ) throws where Model.ObjectWillChangePublisher == ObservableObjectPublisher {
    let description = StoreDescription<Model>()
    describe(description)
    let environment = placed + stores.filter { $0.name != name }.map(\.object)
    let store = try ExposedStore(model, name: name, description, environment: environment, types: types, changed: mark)
    for store in stores where store.name == name { store.setWatched(false) }
    stores.removeAll { $0.name == name }
    stores.append(store)
    guard case .closed = state else {
      state = .due
      mark.set()
      return
    }
  }

  /// Lets objects that are exposed from now on find another one by its type (`@EnvironmentObject`), which is no store itself.
  public func place(_ object: some ObservableObject) {
    if !placed.contains(where: { $0 === object }) { placed.append(object) }
  }

  /// Waits until everybody can see what is exposed.
  /// - Throws: what the daemon refuses.
  public func ready() async throws {
    switch state {
    case .open: return
    case .failed(let error): throw error
    case .closed(let reason): throw reason ?? StoresError("the server is closed")
    case .idle, .due: break
    }
    try await withCheckedContinuation { waiting.append($0) }.get()
  }

  /// Serves until `close()`.
  /// - Throws: what the daemon refuses at first; and that a daemon of its own has ended. One that runs for everybody is waited
  ///   for, until it is there again.
  public func run() async throws {
    try await ready()
    try await withCheckedContinuation { continuation in
      if case .closed(let reason) = state { return continuation.resume(returning: Self.result(reason)) }
      closing.append(continuation)
    }.get()
  }

  private static func result(_ reason: StoresError?) -> Result<Void, any Error> {
    reason.map { .failure($0) } ?? .success(())
  }

  /// Takes the stores away; a daemon of its own ends.
  public func close() async { await end(nil) }

  private func end(_ reason: StoresError?) async {
    if case .closed = state { return }
    state = .closed(reason)
    for task in running.values { task.cancel() }
    for store in stores { store.setWatched(false) }
    if reason == nil { _ = try? await client.call(ProvideClose.self, ProvideClose.Params { $0.provider = name }) }
    await client.close()
    feed.finish()
    daemon?.stop()
    // Who waits is told, and otherwise the program.
    if let reason, closing.isEmpty, waiting.isEmpty { onRefusal(reason) }
    for continuation in closing { continuation.resume(returning: Self.result(reason)) }
    closing = []
    settle(.failure(reason ?? StoresError("the server is closed")))
  }

  private func settle(_ result: Result<Void, any Error>) {
    let present = waiting
    waiting = []
    for continuation in present { continuation.resume(returning: result) }
  }

  // MARK: Speaking to the daemon

  private func receive(_ event: ClientEvent) {
    switch event {
    case .connected(_, _, let isReconnect):
      switch state {
      // What was refused may be taken by now.
      case .open, .failed: if isReconnect { state = .due }
      case .idle, .due, .closed: break
      }
      mark.set()
    case .lost:
      for task in running.values { task.cancel() }
      // Who watches is told again when it is back.
      for store in stores { store.setWatched(false) }
    case .greetingRefused(let error): fail(error)
    case .providerRequest(let request) where request.provider == name: perform(request)
    default: break
    }
  }

  private func fail(_ error: ClientError) {
    let error = StoresError(error)
    state = .failed(error)
    // Who waits is told, and otherwise the program.
    if waiting.isEmpty { onRefusal(StoresError("the stores of '\(name)' are not there: \(error.message)")) }
    settle(.failure(error))
  }

  /// Opens what has still to be opened, or tells what has changed.
  private func tell() {
    mark.clear()
    switch state {
    case .due: open()
    case .open:
      let changes = takeChanges()
      if !changes.isEmpty { sending = Task { await send(changes) } }
    case .idle, .failed, .closed: break
    }
  }

  private func open() {
    guard !isOpening, !stores.isEmpty else { return }
    isOpening = true
    Task {
      defer { isOpening = false }
      guard await client.isConnected else { return }
      // What is offered may be another than before.
      _ = try? await client.call(ProvideClose.self, ProvideClose.Params { $0.provider = name })
      let count = stores.count
      let params = opening()
      watched = [:]
      do throws(ClientError) {
        try await open(params)
        missed = 0
        told = 0
        changedAt = [:]
        // Who watches is told anew, before what is asked next is answered. Of others nobody has gone on watching.
        _ = try await client.call(SessionPing.self, SessionPing.Params())
        await catchUp()
        for store in stores where watched[store.name] != true { store.setWatched(false) }
        guard case .due = state else { return }
        if stores.count != count { return mark.set() }
        state = .open
        settle(.success(()))
        mark.set()
      } catch {
        switch error {
        // The next connection opens it.
        case .lost, .notConnected: break
        default: fail(error)
        }
      }
    }
  }

  /// A value that is refused is left out, and all else is there: everybody keeps what it was before.
  private func open(_ params: ProvideOpen.Params) async throws(ClientError) {
    var params = params
    while true {
      do throws(ClientError) {
        _ = try await client.call(ProvideOpen.self, params)
        return
      } catch {
        guard case .refused(let refusal) = error, let path = leaveOut(refusal, of: &params) else { throw error }
        refuse(path, refusal.message)
      }
    }
  }

  /// - Returns: the property whose value is refused, if it is that.
  private func leaveOut(_ refusal: RPCError, of params: inout ProvideOpen.Params) -> String? {
    guard let place = refusal["path"]?.string else { return nil }
    for store in params.stores.indices {
      for property in params.stores[store].properties.indices
      where params.stores[store].properties[property].value != nil {
        let path = params.stores[store].name + "." + params.stores[store].properties[property].name
        let whole = namespace.map { $0 + "." + path } ?? path
        guard place == whole || place.hasPrefix(whole + ".") || place.hasPrefix(whole + "[") else { continue }
        params.stores[store].properties[property].value = nil
        (try? self.store(of: path))?.leaveOut(path)
        return path
      }
    }
    return nil
  }

  private func opening() -> ProvideOpen.Params {
    ProvideOpen.Params {
      $0.provider = name
      $0.namespace = namespace
      $0.missed = missed
      $0.deadlineMs = Int(deadline / .milliseconds(1))
      $0.parts = true
      var types: [String: String] = [:]
      for store in stores { types.merge(store.types) { first, _ in first } }
      $0.types = types.sorted { $0.key < $1.key }.map(\.value)
      var room = Room()
      $0.stores = stores.map { $0.offer(&room) }
      settle(room)
    }
  }

  /// What is another than it was told to be, as far as it fits into one message; more is looked for again.
  private func takeChanges() -> [ProvidedChange] {
    var room = Room()
    let changes = stores.filter(\.isOffered).flatMap { $0.takeChanges(&room) }
    settle(room)
    if !changes.isEmpty { count(changes) }
    return changes
  }

  private func settle(_ room: Room) {
    for (path, reason) in room.refused { refuse(path, reason) }
    if room.isFull { mark.set() }
  }

  private func count(_ changes: [ProvidedChange]) {
    told += 1
    for change in changes { changedAt[change.path] = told }
  }

  private func refuse(_ path: String, _ reason: String) {
    missed += 1
    onRefusal(StoresError("'\(path)' is not told: \(reason)"))
  }

  /// Tells what has changed now, and waits until the daemon knows it.
  func tellAll() async {
    while true {
      let changes = takeChanges()
      // Behind what is under way already: patches come in order.
      if !changes.isEmpty { sending = Task { await send(changes) } }
      await sending?.value
      guard !changes.isEmpty else { return }
    }
  }

  private func send(_ changes: [ProvidedChange]) async {
    do throws(ClientError) { try await change(changes) } catch {
      guard case .refused(let refusal) = error else { return missed += 1 }
      await sendApart(changes, refusal)
    }
  }

  private func change(_ changes: [ProvidedChange]) async throws(ClientError) {
    _ = try await client.call(
      ProvideChange.self,
      ProvideChange.Params {
        $0.provider = name
        $0.changes = changes
      })
  }

  /// A commit was refused, and all of it: what of it can be told is told by itself.
  private func sendApart(_ changes: [ProvidedChange], _ refusal: RPCError) async {
    // A daemon that has been started since knows nothing of the program before it has opened everything again.
    guard refusal.known != .notFound || refusal["path"]?.string != name else { return missed += 1 }
    for change in changes {
      let path = change.path
      // The patches that followed were made for what the daemon has not: the whole is what counts.
      guard changes.count > 1 || change.patch, let whole = (try? store(of: path))?.whole(path) else {
        refuse(path, refusal.message)
        continue
      }
      count([whole])
      do throws(ClientError) { try await self.change([whole]) } catch {
        if case .refused(let refusal) = error { refuse(path, refusal.message) } else { missed += 1 }
      }
    }
  }

  // MARK: Requests

  private func perform(_ request: ProvideRequest) {
    switch request.type {
    case .cancel: running[request.request]?.cancel()
    case .watch:
      watched[request.store ?? ""] = request.watched == true
      stores.first { $0.name == request.store }?.setWatched(request.watched == true)
    case .set:
      tellBefore()
      let changes = request.changes ?? []
      if request.conditional, changes.contains(where: { (changedAt[$0.path] ?? 0) > request.seen }) {
        return answer(request, error: "it has changed since that was decided")
      }
      do throws(StoresError) {
        // All of them or none.
        let writes = try changes.map { change throws(StoresError) in try store(of: change.path).prepare(change) }
        for write in writes { write() }
        answer(request, value: nil)
      } catch { answer(request, error: error.message) }
    case .call:
      tellBefore()
      running[request.request] = Task {
        let beats = Task { await self.sayWorking(request) }
        defer {
          beats.cancel()
          running[request.request] = nil
        }
        do {
          let method = request.method ?? ""
          let value = try await store(of: method).call(method, request.args ?? .object([]))
          answer(request, value: value)
        } catch { answer(request, error: Self.text(of: error)) }
      }
    }
  }

  /// What the object has done meanwhile by itself is no consequence of a request.
  private func tellBefore() {
    let changes = takeChanges()
    if !changes.isEmpty { sending = Task { await send(changes) } }
  }

  /// What happened, and what can be done, in the error's own words.
  private static func text(of error: any Error) -> String {
    guard let error = error as? any LocalizedError, let text = error.errorDescription else { return "\(error)" }
    return error.recoverySuggestion.map { "\(text) \($0)" } ?? text
  }

  private func store(of path: String) throws(StoresError) -> any Exposed {
    guard let store = stores.first(where: { path.hasPrefix($0.name + ".") }) else {
      throw StoresError("there is no store at '\(path)'")
    }
    return store
  }

  /// A method takes as long as it takes.
  private func sayWorking(_ request: ProvideRequest) async {
    while (try? await Task.sleep(for: deadline / 2)) != nil { await tell(takeChanges(), inAnswerTo: request) }
  }

  /// It is under way, and this is what has come of it so far.
  private func tell(_ changes: [ProvidedChange], inAnswerTo request: ProvideRequest) async {
    let params = ProvideAnswer.Params {
      $0.provider = name
      $0.request = request.request
      $0.working = true
      $0.changes = changes
    }
    do throws(ClientError) { _ = try await client.call(ProvideAnswer.self, params) } catch {
      guard case .refused(let refusal) = error else { return }
      await sendApart(changes, refusal)
    }
  }

  /// The most characters of why something is not done.
  private static let sentenceMax = 10_000

  private func answer(_ request: ProvideRequest, value: JSONValue? = nil, error: String? = nil) {
    if let value, !Room.takes(value) {
      let reason = "what it gives has \(value.bytes) bytes, and a message has \(WireLimits.frameBytesMax) at most"
      return answer(request, error: reason)
    }
    var (changes, before) = (takeChanges(), [ProvidedChange]())
    if changes.isEmpty { told += 1 }
    if let value, !changes.isEmpty, !Room.takes(.array(changes.map(\.value) + [value])) {
      // They are told first, as what comes of the same request.
      (changes, before) = ([], changes)
      told += 1
    }
    let params = ProvideAnswer.Params {
      $0.provider = name
      $0.request = request.request
      $0.value = value
      $0.error = error.map { String($0.prefix(Self.sentenceMax)) }
      $0.changes = changes
    }
    Task {
      if !before.isEmpty { await tell(before, inAnswerTo: request) }
      do throws(ClientError) { _ = try await client.call(ProvideAnswer.self, params) } catch {
        // A daemon that has been started since knows nothing of the request, or some of it was refused; what has changed has
        // changed all the same.
        guard case .refused(let refusal) = error else { return missed += 1 }
        if !changes.isEmpty { await sendApart(changes, refusal) }
      }
    }
  }
}

/// Says once that something is to be looked at, from any thread.
final class Mark: Sendable {
  private let isSet = Atomic(false)
  private let stored = Mutex<(@Sendable () -> Void)?>(nil)

  var action: (@Sendable () -> Void)? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }

  func set() {
    guard !isSet.exchange(true, ordering: .acquiringAndReleasing) else { return }
    action?()
  }

  func clear() { isSet.store(false, ordering: .releasing) }
}

/// Why something cannot be exposed, or is not done.
public struct StoresError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  public let message: String
  public init(_ message: String) { self.message = message }
  public var description: String { message }
  public var errorDescription: String? { message }

  /// What happened, and what can be done.
  init(_ error: ClientError) {
    if case .refused(let refusal) = error {
      self.init([refusal.message, refusal.hint].compactMap { $0 }.joined(separator: " "))
    } else {
      self.init([error.message, error.hint].compactMap { $0 }.joined(separator: "; "))
    }
  }
}
