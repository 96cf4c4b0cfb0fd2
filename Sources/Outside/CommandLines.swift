internal import EventLoop
internal import Glibc
internal import Language

/// The standard output of a command, line by line. The pipe is read only as far as lines are asked for: a command that
/// writes faster than the engine reads waits.
final class CommandLines: LineWork {
  private static let chunk = 1 << 16
  private let system: LinuxSystem
  private let receive: (LineEvent) -> Void
  private var child: Child?
  /// The end for reading; `nil` once nothing more comes of it.
  private var pipe: Descriptor?
  private var output: Watch?
  private var buffer = LineBuffer()
  private var demand = LineDemand()
  /// How it ended, until what it wrote has been delivered.
  private var failure: CommandFailure?
  private var hasEnded = false
  private var isOver = false
  private var isTelling = false
  private var isPosted = false

  /// - Parameter words: `nil` where there are too many commands already.
  init(_ words: [String]?, of system: LinuxSystem, _ receive: @escaping (LineEvent) -> Void) {
    self.system = system
    self.receive = receive
    do throws(SystemError) {
      guard let words else { throw SystemError(call: "spawn", code: EAGAIN) }
      let started = try system.children.start(words, wantsOutput: true) { [weak self] in self?.ended($0) }
      child = started.child
      pipe = started.output
      output = pipe.map { Watch($0, on: system.loop) { [weak self] in self?.ready() } }
    } catch {
      hasEnded = true
      failure = CommandFailure(status: error.status, standardError: reason(error.code))
      post()
    }
  }

  func request(_ lines: Int?) {
    guard !isOver else { return }
    demand.add(lines)
    if isTelling { return }
    if buffer.hasLine || hasEnded { post() } else { output?.start() }
  }

  func cancel() {
    guard !isOver else { return }
    close()
    child?.end()
    child = nil
  }

  private func close() {
    isOver = true
    system.forget(self)
    closePipe()
    buffer.removeAll()
  }

  private func closePipe() {
    output?.stop()
    output = nil
    pipe = nil
  }

  private func ready() {
    read()
    post()
  }

  private func ended(_ status: Int) {
    hasEnded = true
    if status != 0 { failure = CommandFailure(status: status, standardError: child?.standardError ?? "") }
    tell()
  }

  /// Reads once; false when there is nothing more for now, or for ever once it has ended.
  @discardableResult
  private func read() -> Bool {
    guard let pipe else { return false }
    switch pipe.read(max: Self.chunk) {
    case .bytes(let bytes):
      buffer.append(bytes)
      return true
    case .wouldBlock: return false
    case .end, .failed:
      closePipe()
      return false
    }
  }

  /// Never inside a call of the engine's.
  private func post() {
    if isPosted { return }
    isPosted = true
    system.loop.post { [self] in
      isPosted = false
      tell()
    }
  }

  /// Gives out what there is, as far as it is wanted, and sees to it that more comes if more is wanted.
  private func tell() {
    guard !isOver, !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    system.turn { [self] in
      var share = TurnShare()
      while !isOver, demand.isSome, share.take(), let line = buffer.next() {
        demand.use()
        receive(.line(line))
      }
      if isOver || buffer.hasLine { return }
      // Its last words may still be in the pipe.
      if hasEnded, read() { return post() }
      guard hasEnded else { return }
      if demand.isSome, let line = buffer.rest() {
        demand.use()
        receive(.line(line))
      }
      if isOver || !buffer.isEmpty { return }
      let failure = failure
      close()
      child = nil
      receive(failure.map { .failed($0) } ?? .finished)
    }
    guard !isOver else { return }
    let isBehind = demand.isSome && buffer.hasLine
    if isBehind { post() }
    if demand.isSome, !hasEnded, !isBehind { output?.start() } else { output?.stop() }
  }
}
