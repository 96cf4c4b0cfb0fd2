/// The tables of Combine: what programs find under `import Combine`, by the names of the types.
///
/// A table is made when its type is first asked for; nothing is kept here but the functions that make them.
internal import Combine

enum CombineLibrary {
  typealias Table = @Sendable () -> LibraryType

  static let types: [String: Table] = {
    var types: [String: Table] = [
      "Publisher": publisher, "ConnectablePublisher": connectablePublisher, "AnyPublisher": anyPublisher,
      "Publishers": { LibraryType("enum Publishers {}") },
    ]
    for part in [
      publisherTypes(), combiningTypes(), convenience(), madeByClosures(), asyncPublishers(), subjects(), subscribers(),
      cancellables(),
      observables(), schedulers(), handmadeSubscribers(), coders(),
    ] {
      types.merge(part) { first, _ in first }
    }
    return types
  }()

  /// The types of Foundation that publish, or that publishers take as arguments.
  static let foundation: [String: Table] = [timers(), notifications(), sessions(), loops(), threads()].reduce(into: [:])
  {
    types, part in types.merge(part) { first, _ in first }
  }

  private static func coders() -> [String: Table] {
    [
      "TopLevelDecoder": {
        LibraryType(
          """
          protocol TopLevelDecoder<Input> {
            associatedtype Input
            func decode<T: Decodable>(_ type: T.Type, from: Input) throws -> T
          }
          """)
      },
      "TopLevelEncoder": { LibraryType("protocol TopLevelEncoder<Output> { associatedtype Output }") },
    ]
  }

  /// Names under which the library's own headers find protocols that a nested type of the same name would hide.
  static let aliases: [String: String] = [
    "_PublisherProtocol": "Publisher", "_SequenceProtocol": "Sequence",
  ]

  /// What Combine adds to types of the standard library, by the names of the types.
  static let additions: [String: @Sendable () -> [LibraryEntry]] = [
    "Sequence": sequencePublisher, "Optional": optionalPublisher, "Result": resultPublisher,
  ]

  private static func publisher() -> LibraryType {
    LibraryType(
      "protocol Publisher<Output, Failure> { associatedtype Output; associatedtype Failure: Error }",
      mapping() + filtering() + sinks() + assigns() + erasing() + sharing() + debugging() + combining() + flattening()
        + failing() + selecting() + reducing() + timing() + buffering() + coding() + subscribing() + awaiting())
  }

  private static func connectablePublisher() -> LibraryType {
    LibraryType(
      "protocol ConnectablePublisher: Publisher {}",
      [
        contextual("func connect() -> any Cancellable") { call throws(Abort) in
          guard let object = try call.publisher(0) as? ConnectableObject else {
            throw .trap("this publisher cannot be connected here")
          }
          let (work, type) = (call.machine.program.begin(call), call.machine.library.cancellable)
          if work?.isOver ?? false { return .native(CancellableObject(calledOff: type)) }
          return .native(ConnectionObject(EndingWork(work: work, inner: object.connect()), type: type))
        },
        publishing("func autoconnect() -> Publishers.Autoconnect<Self>") { stage in
          (stage.source as? ConnectableObject)?.autoconnected() ?? stage.upstream
        },
      ])
  }

  private static func anyPublisher() -> LibraryType {
    LibraryType(
      "struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible {}",
      [
        contextual("init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure") {
          call throws(Abort) in
          let publisher = try call.publisher(0)
          return call.made(publisher.stream, from: publisher)
        },
        unary("var description: String { get }") { _ in .string("AnyPublisher") },
      ])
  }

  private static func erasing() -> [LibraryEntry] {
    [
      publishing("func eraseToAnyPublisher() -> AnyPublisher<Output, Failure>") { $0.upstream }
    ]
  }
}
