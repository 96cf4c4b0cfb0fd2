// Everything put together in the order that matters: the socket first, since its lock says whether another daemon runs;
// then the journal; then what it holds is brought back to life, and one turn of the loop with what that has set off; then
// clients, who may have been waiting, are heard.

internal import Engine
internal import EventLoop
internal import Glibc
internal import Journal
internal import Language
internal import Outside
internal import Server

/// Why the daemon did not start, with the exit status for it.
struct StartFailure: Error {
  let message: String
  let status: ExitStatus

  /// The socket could not be made.
  init(_ error: ListenerError) {
    message = error.description
    if case .alreadyRunning = error { status = .inUse } else { status = .cannotCreate }
  }

  /// The journal cannot be used.
  init(_ error: JournalError) {
    message = error.description
    if case .inUse = error { status = .inUse } else { status = .journal }
  }

  /// The system refuses something that every program needs.
  init(_ error: SystemError) {
    message = "The system refuses what the daemon needs: \(error)"
    status = .system
  }

  init(_ message: String, status: ExitStatus) {
    self.message = message
    self.status = status
  }
}

/// One daemon from start to stop.
struct Daemon {
  let options: Options
  let places: Places
  let log: Log
  /// The same for other threads.
  let logBeside: @Sendable (Log.Level, String) -> Void

  /// What programs find: what was found out of it at one start is known at the next.
  private let shelf = LibraryShelf()

  init(options: Options, places: Places, log: Log, logBeside: @escaping @Sendable (Log.Level, String) -> Void) {
    (self.options, self.places, self.log, self.logBeside) = (options, places, log, logBeside)
  }

  /// The loop may stand still for so long before that is worth a line.
  private static let patience = Duration.seconds(1)

  /// Runs until a signal or a request stops it.
  /// - Returns: whether it is to run again.
  func run() throws(StartFailure) -> Bool {
    umask(0o077)
    if options.startsAgain { Signals.endWithParent() }
    raiseDescriptorLimit()
    Signals.ignoreUnwanted()
    let loop = try system { () throws(SystemError) in EventLoop(poller: try EpollPoller()) }
    // Before anything that might start a thread.
    var server: Server?
    let hadTerminal = isatty(STDIN_FILENO) == 1
    var startsAgain = options.startsAgain
    // What comes while the server is still being made is looked at in the middle of a program that begins again.
    var isToStop = false
    let signals = try system { () throws(SystemError) in
      try Signals(on: loop) { signal in
        if signal == .hangup, !hadTerminal {
          log(.notice, "there is nothing to read again signal=hangup")
        } else {
          startsAgain = false
          isToStop = true
          server?.stop()
        }
      }
    }
    defer { signals.close() }
    let owner = try system { () throws(SystemError) in
      try watchOwner(on: loop) {
        isToStop = true
        server?.stop(grace: .zero)
      }
    }
    defer { owner?.close() }

    let manager = ServiceManager(places)
    let listener = try makeListener(manager)
    let watchdog = try system { () throws(SystemError) in try watch(loop, for: manager) }
    defer { watchdog.close() }
    let served: Server
    let starts: StartFile
    let library: SharedLibrary
    let network: CurlNetwork
    let machine: LinuxSystem
    do throws(StartFailure) {
      network = try system { () throws(SystemError) in
        try CurlNetwork(on: loop) { arrival in server?.perform(arrival) }
      }
      machine = try system { () throws(SystemError) in
        try LinuxSystem(on: loop, granting: options.capabilities) { arrival in server?.perform(arrival) }
      }
      (served, starts, library) = try makeServer(loop, options.capabilities.network ? network : nil, machine)
    } catch {
      listener.close()
      throw error
    }
    server = served
    if isToStop { served.stop(grace: .zero) }
    var isListening = false
    var failure: StartFailure?
    // Two turns from now: behind the one in which everything runs that is due at once.
    loop.post {
      loop.post {
        starts.didSurvive()
        do throws(SystemError) { try served.listen(on: listener) } catch {
          failure = StartFailure(error)
          return loop.stop()
        }
        isListening = true
        log(.notice, "ready socket=\(listener.path ?? "inherited") rev=\(served.revision)")
        manager.tell("READY=1")
        // Who starts again and again has its library from before.
        if !options.startsAgain { ReadingAhead.begin(library, on: loop) { served.lookAfterOthers() } }
      }
    }
    loop.run()
    // A signal may have stopped it before it was ready.
    if !isListening {
      starts.didSurvive()
      listener.close()
    }
    if let failure { throw failure }
    manager.tell("STOPPING=1")
    network.close()
    machine.close()
    starts.didEnd()
    // What is outside refers to the server, and the engine to that.
    server = nil
    return !signals.close() && startsAgain
  }

  /// Ends with the process that it is for; at once, if that has ended already.
  private func watchOwner(on loop: EventLoop, _ ended: @escaping () -> Void) throws(SystemError) -> ProcessEnd? {
    guard let process = options.endsWith else { return nil }
    let end = { [log] in
      log(.notice, "the process that it is for has ended pid=\(process)")
      ended()
    }
    let watch = try ProcessEnd(of: process, on: loop, end)
    // When the server is there to be stopped.
    if watch == nil { loop.post { loop.post(end) } }
    return watch
  }

  /// Says in the log when the loop stands still, and to the service manager when it does not.
  private func watch(_ loop: EventLoop, for manager: ServiceManager) throws(SystemError) -> Watchdog {
    // As often as the manager's manuals say, and once more.
    let interval = manager.watchdogTime.map { min($0 / 3, Self.patience) } ?? Self.patience
    let log = logBeside
    return try Watchdog(loop, patience: min(interval * 2, Self.patience), interval: interval) { event in
      switch event {
      case .turns: if manager.watchdogTime != nil { manager.tell("WATCHDOG=1") }
      case .standsStill(let time, let number, let place):
        log(
          .warning,
          "the loop stands still ms=\(time.wholeNanoseconds / 1_000_000) \(WorkNumber.description(number)) "
            + "at=\(place.joined(separator: " < "))")
      case .turnsAgain(let time): log(.warning, "the loop turns again ms=\(time.wholeNanoseconds / 1_000_000)")
      }
    }
  }

  private func makeListener(_ manager: ServiceManager) throws(StartFailure) -> Listener {
    if let fd = manager.inheritedSocket {
      return try system { () throws(SystemError) in try Listener(adopting: fd) }
    }
    let path = Places.absolute(options.socket ?? places.socket)
    do { return try Listener(at: path, noting: options.again) } catch { throw StartFailure(error) }
  }

  private func makeServer(
    _ loop: EventLoop, _ network: (any Network)?, _ machine: LinuxSystem
  ) throws(StartFailure) -> (Server, StartFile, SharedLibrary) {
    let journal: Journal
    var secrets: [String]
    let directory = try stateDirectory()
    let path = directory.map { Places.journal(in: $0) }
    do throws(JournalError) {
      for file in directory.map(StartFile.files) ?? [] { try Journal.requirePlainFile(at: file) }
      var kept = Journal.Settings()
      // What is not on a disk takes memory: no more than the engine's own.
      if path == nil { kept.commitsMax = Engine.Limits().commitsInMemory }
      journal = try Journal(path: path ?? ":memory:", settings: kept)
      let before = try journal.secretPatterns()
      secrets = options.secrets.isEmpty && !options.forgetsSecrets ? before : options.secrets
      if !secrets.isEmpty, secrets == before {
        log(.notice, "secrets as at the last start patterns=\(secrets.joined(separator: ","))")
      }
      let dropped = before.filter { !secrets.contains($0) }
      if !dropped.isEmpty { log(.warning, "no longer secret patterns=\(dropped.joined(separator: ","))") }
      try journal.keep(secretPatterns: secrets)
    } catch {
      throw StartFailure(error)
    }
    if !secrets.isEmpty { try system { () throws(SystemError) in try Signals.refuseDumps() } }
    // What cannot be read hides nothing: then nothing is served.
    let filter: PathFilter?
    do { filter = try Options.filter(secrets) } catch { throw StartFailure(error.description, status: .journal) }
    var limits = Engine.Limits()
    // Whoever else lives on a small machine needs some of it.
    if let memory = MachineMemory.bytes { limits.language.processBytes = min(limits.language.processBytes, memory / 2) }
    let library = options.startsAgain ? shelf.take() : SharedLibrary()
    let random = RandomSource(seed: options.seed)
    let engine = Engine(
      storage: journal, now: Int(WallClock.nanosecondsSince1970), freshEpoch: Self.randomName(length: 4, random.fresh),
      limits: limits, secrets: filter, library: library, random: random)
    engine.outside.network = network
    engine.outside.system = machine
    // The journal is ours alone, and so is what lies beside it.
    let starts = StartFile(in: directory, isSafe: options.isSafe, log: log)
    engine.startRecord = starts
    if let file = starts.crashDescriptor { try system { () throws(SystemError) in try Signals.noteCrashes(in: file) } }
    var settings = ServerSettings()
    settings.grants = options.grants
    settings.capabilities = options.capabilities.list
    settings.journal = path
    let server = Server(engine: engine, journal: journal, loop: loop, settings: settings, log: log)
    server.waitForDiskElsewhere()
    // First, since what comes back may need them.
    for limit in options.limits {
      if let problem = server.limit(limit) { throw StartFailure(problem, status: .usage) }
    }
    do {
      for diagnostic in try server.recover() where diagnostic.severity != .error {
        log(.warning, "\(diagnostic.file):\(diagnostic.start.line):\(diagnostic.start.column): \(diagnostic.message)")
      }
    } catch {
      throw (error as? JournalError).map { StartFailure($0) } ?? StartFailure("\(error)", status: .journal)
    }
    server.lastCrash = starts.lastCrash
    for problem in engine.problems { log(.warning, "\(problem.fault.location): \(problem.fault.message)") }
    return (server, starts, library)
  }

  /// Where what must survive is kept; nil if nothing is.
  private func stateDirectory() throws(StartFailure) -> String? {
    if options.isEphemeral { return nil }
    let directory = Places.absolute(options.state ?? places.state)
    if let reason = Places.makeDirectory(directory) {
      throw StartFailure(
        "The state directory cannot be made: \(reason) · \(directory) · choose another --state", status: .journal)
    }
    return directory
  }

  /// A name for a history. Random, because it must differ from that of any other history a client may have seen.
  private static func randomName(length: Int, _ random: RandomSource) -> String {
    var random = random
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    return String((0..<length).map { _ in letters.randomElement(using: &random)! })
  }

  /// Each connection is a descriptor; what the system allows us we take.
  private func raiseDescriptorLimit() {
    var limit = rlimit()
    let which = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(which, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(which, &limit)
  }

  private func system<Result>(_ body: () throws(SystemError) -> Result) throws(StartFailure) -> Result {
    do { return try body() } catch { throw StartFailure(error) }
  }
}

/// The library between two starts of one process.
private final class LibraryShelf {
  private var unused: SharedLibrary.Unused?

  func take() -> SharedLibrary {
    defer { unused = nil }
    let keep = { [weak self] (library: SharedLibrary.Unused) -> Void in self?.unused = library }
    return unused.map { SharedLibrary($0, keep: keep) } ?? SharedLibrary(keep: keep)
  }
}
