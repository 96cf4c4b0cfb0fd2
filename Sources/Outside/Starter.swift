internal import EventLoop
internal import Glibc

/// Starts the programs of effects: a few at once, the others in the order in which they were asked for.
final class Starter {
  /// At once.
  static let runningMax = 8
  /// More than so many do not wait: they are refused.
  static let waitingMax = 1000
  /// One that takes longer is ended: it would keep the others waiting.
  static let duration = Duration.seconds(60)

  private struct Waiting {
    let words: [String]
    let failed: (String) -> Void
  }

  private let children: Children
  private let turn: (() -> Void) -> Void
  private var running = 0
  /// What ends those that take too long.
  private var timers: [ObjectIdentifier: LoopTimer] = [:]
  /// Those before `next` have been started.
  private var waiting: [Waiting] = []
  private var next = 0

  init(_ children: Children, turn: @escaping (() -> Void) -> Void) {
    self.children = children
    self.turn = turn
  }

  func run(_ words: [String], _ failed: @escaping (String) -> Void) {
    guard waiting.count - next < Self.waitingMax else {
      tell(failed, "'\(words[0])' was not run: \(Self.waitingMax) programs wait already")
      return
    }
    waiting.append(Waiting(words: words, failed: failed))
    startNext()
  }

  func close() {
    for timer in timers.values { children.loop.cancel(timer) }
    timers = [:]
    waiting = []
    next = 0
  }

  private func startNext() {
    while running < Self.runningMax, next < waiting.count {
      let item = waiting[next]
      next += 1
      start(item)
    }
    if next == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      next = 0
    } else if next > Self.waitingMax {
      waiting.removeFirst(next)
      next = 0
    }
  }

  private func start(_ item: Waiting) {
    let name = item.words[0]
    var timer: LoopTimer?
    var child: Child?
    do throws(SystemError) {
      child = try children.start(item.words, wantsOutput: false) { [self] status in
        if let timer { forget(timer) }
        running -= 1
        if status != 0 {
          let errors = child?.standardError ?? ""
          turn { item.failed("'\(name)' ended with status \(status)" + (errors.isEmpty ? "" : ": \(errors)")) }
        }
        child = nil
        startNext()
      }.child
    } catch {
      tell(item.failed, "'\(name)' could not be started: \(reason(error.code))")
      return
    }
    running += 1
    let limit = children.loop.after(Self.duration) { [self] in
      if let timer { forget(timer) }
      child?.end()
      child = nil
      running -= 1
      turn { item.failed("'\(name)' was ended: it took longer than \(Self.duration.components.seconds) seconds") }
      startNext()
    }
    timer = limit
    timers[ObjectIdentifier(limit)] = limit
  }

  private func forget(_ timer: LoopTimer) {
    children.loop.cancel(timer)
    timers[ObjectIdentifier(timer)] = nil
  }

  private func tell(_ failed: @escaping (String) -> Void, _ text: String) {
    children.loop.post { [turn] in turn { failed(text) } }
  }
}
