/// Sources and effects of our own: the lines of files and commands as publishers, lines added to files, programs started.
///
/// What a program may reach is granted by the daemon's options and asked for when a source is made or an effect is due, so
/// that a refusal stands where the program wants it.
internal import Combine

enum SourcesLibrary {
  static let types: [String: @Sendable () -> LibraryType] = [
    "File": { LibraryType("struct File: Hashable, Sendable {}", file()) },
    "File.Lines": {
      LibraryType("struct Lines: _PublisherProtocol { typealias Output = String; typealias Failure = Never }")
    },
    "Command": { LibraryType("struct Command: Hashable, Sendable {}", command()) },
    "Command.Lines": {
      LibraryType("struct Lines: _PublisherProtocol { typealias Output = String; typealias Failure = CommandError }")
    },
    "CommandError": {
      LibraryType(
        "struct CommandError: Error, Hashable, CustomStringConvertible {}",
        [
          unary("var status: Int { get }") { .int($0.object(CommandErrorObject.self)?.failure.status ?? 0) },
          unary("var standardError: String { get }") {
            .string($0.object(CommandErrorObject.self)?.failure.standardError ?? "")
          },
          unary("var command: String { get }") { .string($0.object(CommandErrorObject.self)?.command ?? "") },
          unary("var description: String { get }") { .string($0.object(CommandErrorObject.self)?.text ?? "") },
        ])
    },
  ]

  static func globals() -> [LibraryEntry] {
    [
      contextual("func run(_ program: String, _ arguments: String...)") { call throws(Abort) in
        let words = [call[0].text] + call[1].texts
        guard !words[0].isEmpty else { throw .trap("a program to run has a name") }
        try call.perform(.run(words))
        return .void
      }
    ]
  }

  private static func file() -> [LibraryEntry] {
    [
      contextual("init(_ path: String)") { call throws(Abort) in
        let path = call[0].text
        guard !path.isEmpty, !path.contains("\0") else { throw .trap("a file has a path") }
        return .native(FileObject(path, type: call.result))
      },
      unary("var path: String { get }") { .string($0.object(FileObject.self)?.content ?? "") },
      contextual("var lines: File.Lines { get }") { call throws(Abort) in
        try call.lines(.file(path: call[0].object(FileObject.self)?.content ?? "", onlyNew: false))
      },
      contextual("var newLines: File.Lines { get }") { call throws(Abort) in
        try call.lines(.file(path: call[0].object(FileObject.self)?.content ?? "", onlyNew: true))
      },
      contextual("func append(_ line: String)") { call throws(Abort) in
        try call.perform(.append(line: call[1].text, path: call[0].object(FileObject.self)?.content ?? ""))
        return .void
      },
    ]
  }

  private static func command() -> [LibraryEntry] {
    [
      contextual("init(_ line: String)") { call throws(Abort) in
        .native(CommandObject(try Words.split(call[0].text), type: call.result))
      },
      contextual("init(_ program: String, _ argument: String, _ more: String...)") { call throws(Abort) in
        let words = [call[0].text, call[1].text] + call[2].texts
        guard !words[0].isEmpty, !words.contains(where: { $0.contains("\0") }) else {
          throw .trap("a command has a name, and no word of it a NUL")
        }
        return .native(CommandObject(words, type: call.result))
      },
      contextual("var lines: Command.Lines { get }") { call throws(Abort) in
        try call.lines(.command(call[0].object(CommandObject.self)?.content ?? []))
      },
    ]
  }
}

extension NativeCall {
  fileprivate func lines(_ source: LineSource) throws(Abort) -> Value {
    try require(source.access)
    return .native(
      SourceObject(LinePublisher(source: source, call: bare).eraseToAnyPublisher(), type: result))
  }

  fileprivate func perform(_ effect: Effect) throws(Abort) {
    try require(effect.access)
    machine.program.host.perform(effect, for: machine.program.currentPipeline, at: location)
  }

  private func require(_ access: Access) throws(Abort) {
    if !machine.program.host.allows(access) { throw fault(access.refusal) }
  }
}

extension Value {
  /// The elements of an array of texts.
  fileprivate var texts: [String] {
    guard case .array(let items) = self else { return [] }
    return items.map(\.text)
  }
}

/// A `File`.
private final class FileObject: ValueObject<String> {
  override var text: String { "File(\"\(content)\")" }
}

/// A `Command`.
private final class CommandObject: ValueObject<[String]> {
  override var text: String { "Command(\"\(content.joined(separator: " "))\")" }
}

/// A `CommandError`.
private final class CommandErrorObject: NativeObject, LocalizedObject {
  let command: String
  let failure: CommandFailure

  init(_ command: String, _ failure: CommandFailure, type: Type) {
    self.command = command
    self.failure = failure
    super.init(type: type)
  }

  override var text: String {
    let end = failure.standardError.isEmpty ? "" : ": \(failure.standardError)"
    return "'\(command)' ended with status \(failure.status)\(end)"
  }
  var localizedDescription: String { text }
  override func isEqual(to other: NativeObject) -> Bool {
    guard let other = other as? CommandErrorObject else { return false }
    return other.command == command && other.failure == failure
  }
  override func hash(into hasher: inout Hasher) { hasher.combine(failure) }
}

/// Each subscription opens the source anew, when something is first asked for.
private struct LinePublisher: Publisher {
  typealias Output = Value
  typealias Failure = any Error

  let source: LineSource
  let call: NativeCall

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == any Error {
    subscriber.receive(subscription: LineSubscription(self, subscriber))
  }
}

private final class LineSubscription<Downstream: Subscriber>: Subscription, CustomStringConvertible
where Downstream.Input == Value, Downstream.Failure == any Error {
  private let publisher: LinePublisher
  private var downstream: Downstream?
  private var work: (any LineWork)?
  private var pipeline: Pipeline?
  private let birth = UndoLog.birth

  init(_ publisher: LinePublisher, _ downstream: Downstream) {
    self.publisher = publisher
    self.downstream = downstream
  }

  private var machine: Machine { publisher.call.machine }

  var description: String {
    switch publisher.source {
    case .file: "File.Lines"
    case .command: "Command.Lines"
    }
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none, downstream != nil else { return }
    if work == nil {
      pipeline = machine.program.currentPipeline
      work = machine.program.host.lines(of: publisher.source, for: pipeline) { [self] in receive($0) }
      UndoLog.current?.note { self.cancel() }
    }
    work?.request(demand.max)
  }

  func cancel() {
    if let log = UndoLog.current(for: birth) {
      // It is stopped when that is sure to stand; until then no line comes.
      log.note { [downstream, work] in (self.downstream, self.work) = (downstream, work) }
      log.atEnd { [work] in work?.cancel() }
    } else {
      work?.cancel()
    }
    downstream = nil
    work = nil
  }

  private func receive(_ event: LineEvent) {
    guard let downstream else { return }
    let location = publisher.call.location
    do throws(Abort) {
      try machine.activate {
        switch event {
        case .line(let text):
          let more = downstream.receive(.string(text))
          if more > .none { work?.request(more.max) }
        case .trouble(let text):
          machine.program.host.troubled(pipeline, by: Fault(message: text, location: location))
        case .finished:
          end()
          downstream.receive(completion: .finished)
        case .failed(let failure):
          end()
          downstream.receive(completion: .failure(Abort.thrown(error(failure), at: location)))
        }
      }
    } catch {
      machine.report(error)
    }
  }

  private func end() {
    downstream = nil
    work = nil
  }

  private func error(_ failure: CommandFailure) -> Value {
    guard case .command(let words) = publisher.source else { return .void }
    return .native(
      CommandErrorObject(words.joined(separator: " "), failure, type: machine.library.plain("CommandError")))
  }
}
