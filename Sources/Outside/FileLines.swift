internal import Dispatch
internal import EventLoop
internal import Language

/// The lines of a file, followed as it grows and over rotation. The next piece is read when the lines of the last have been
/// taken, on a queue of the file's own: a disk that does not answer holds up nobody else.
final class FileLines: LineWork {
  private let system: LinuxSystem
  private let receive: (LineEvent) -> Void
  private let queue: DispatchQueue
  /// `nil` while a step is under way.
  private var cursor: FileCursor?
  private var buffer = LineBuffer()
  private var demand = LineDemand()
  /// There may be something to read; nothing has been looked at yet.
  private var isStale = true
  /// What was last complained of.
  private var trouble: String?
  private(set) var watching: [FileCursor.Watching] = []
  private var isOver = false
  private var isTelling = false
  private var isPosted = false
  let number: Int

  init(_ cursor: FileCursor, number: Int, of system: LinuxSystem, _ receive: @escaping (LineEvent) -> Void) {
    self.cursor = cursor
    self.number = number
    self.system = system
    self.receive = receive
    queue = DispatchQueue(label: "combined.file")
  }

  /// Whether a step is under way, whose watches are not known yet.
  var isReading: Bool { cursor == nil && !isOver }

  func request(_ lines: Int?) {
    guard !isOver else { return }
    demand.add(lines)
    if !isTelling { post() }
  }

  func cancel() {
    guard !isOver else { return }
    isOver = true
    cursor = nil
    buffer.removeAll()
    system.forget(self)
    watching = []
  }

  /// Something has happened to the file.
  func poke() {
    isStale = true
    post()
  }

  func arrived(_ arrival: LinuxSystem.Read) {
    guard !isOver else { return }
    cursor = arrival.cursor
    system.exchange(watching, for: arrival.watching, of: self)
    watching = arrival.watching
    var complaint: String?
    switch arrival.found {
    case .bytes(let bytes):
      buffer.append(bytes)
      isStale = true
    case .another:
      buffer.endLine()
      isStale = true
    case .truncated:
      buffer.removeAll()
      isStale = true
    case .nothing: break
    case .trouble(let text): if text != trouble { complaint = text }
    }
    if case .trouble(let text) = arrival.found { trouble = text } else { trouble = nil }
    tell(complaint)
  }

  private func post() {
    if isPosted || isOver { return }
    isPosted = true
    system.loop.post { [self] in
      isPosted = false
      tell()
    }
  }

  private func tell(_ complaint: String? = nil) {
    guard !isOver, !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    if buffer.hasLine || complaint != nil {
      system.turn { [self] in
        if let complaint { receive(.trouble(complaint)) }
        var share = TurnShare()
        while !isOver, demand.isSome, share.take(), let line = buffer.next() {
          demand.use()
          receive(.line(line))
        }
      }
    }
    guard !isOver, demand.isSome else { return }
    if buffer.hasLine { post() } else if isStale { read() }
  }

  private func read() {
    guard let present = cursor else { return }
    self.cursor = nil
    isStale = false
    let (number, sender) = (number, system.reads)
    queue.async {
      var cursor = present
      let step = cursor.step()
      sender.post(
        LinuxSystem.Read(number: number, cursor: cursor, found: step.found, watching: step.watching))
    }
  }
}
